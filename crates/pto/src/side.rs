//! The two kinds of cores of a block: a kernel is code of one or of both.

/// The cores whose code something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Both,
    Cube,
    Vector,
}

impl Side {
    /// Whether what code of these cores made can be used in code of others.
    pub fn reaches(self, other: Side) -> bool {
        self == Side::Both || self == other
    }
}
