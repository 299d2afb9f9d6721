//! Rules of transfers that the libraries assert: pieces through a tile, members of a group, engines.

use super::comm::{set_dims, show, view};
use crate::code;
use crate::def::{AttrDef, word};
use crate::rule::{Args, Custom};
use crate::ty::Dim;

/// Which engine moves the data of a group.
pub(super) const GROUP_ENGINE: AttrDef =
    word("engine", &["aiv", "ccu"]).doc("who moves the data; the vector cores (`aiv`) if absent");
/// Which engine moves the data of one transfer.
pub(super) const DMA_ENGINE: AttrDef =
    word("engine", &["sdma", "urma", "rdma"]).doc("who moves the data; `sdma` if absent");

pub(super) const PIECES_CITE: &str = "pto-isa@3186c381 include/pto/comm/a2a3/TPut.hpp:197-215, 464-480, TGet.hpp:197-213, TBroadCast.hpp:131-148, TGather.hpp:207-230, TScatter.hpp:203-228, TReduce.hpp:255-283";
pub(super) const ROOT_CITE: &str = "pto-isa@3186c381 include/pto/comm/a2a3/TBroadCast.hpp:190-191, TGather.hpp:184-186, TScatter.hpp:183-184, TReduce.hpp:237-238";
pub(super) const ROWS_CITE: &str =
    "pto-isa@3186c381 docs/isa/comm/TGATHER.md:61, docs/isa/comm/TSCATTER.md:59";
pub(super) const GROUP_ENGINE_CITE: &str = "pto-isa@3186c381 include/pto/comm/a2a3/TBroadCast.hpp:487-493, TGather.hpp:480-486, docs/isa/comm/TSCATTER.md:30-32, docs/isa/comm/TREDUCE.md:32-34";
pub(super) const DMA_ENGINE_CITE: &str =
    "pto-isa@3186c381 include/pto/comm/a2a3/async/TPutAsync.hpp:28-33, TGetAsync.hpp:28-33";

/// Rows (all extents but the last), rows of the innermost matrix, and columns of a view.
fn matrix(args: &Args<'_>, slot: u8) -> Option<(u64, u32, u32)> {
    let (_, dims) = view(args, slot)?;
    let (&cols, outer) = dims.split_last()?;
    let mut rows = 1u64;
    for d in outer {
        rows = rows.saturating_mul(d.known()?.into());
    }
    Some((rows, outer.last().map_or(Some(1), |d| d.known())?, cols.known()?))
}

/// Data that does not fit the tile goes through it in pieces of its valid region, which must come out even.
pub(super) const fn whole_pieces<const VIEW: u8, const TILE: u8>() -> Custom {
    Custom {
        name: "comm-whole-pieces",
        code: code::EXTENT,
        text: "rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest",
        holds: |args| {
            let (Some((all, rows, cols)), Some(t)) = (matrix(args, VIEW), args.tile(TILE)) else {
                return true;
            };
            let fits = t.valid_rows.known().is_none_or(|r| all <= r.into())
                && t.valid_cols.known().is_none_or(|c| cols <= c);
            let even = |n: u32, d: Dim| d.known().is_none_or(|d| d > 0 && n.is_multiple_of(d));
            all == 0 || cols == 0 || fits || (even(rows, t.valid_rows) && even(cols, t.valid_cols))
        },
        found: |args| show(args, &[VIEW, TILE]),
        mutate_to_violate: |b| {
            let Some(cols) = b.tile(TILE).and_then(|t| t.valid_cols.known()) else { return };
            for slot in 0..b.types.len() as u8 {
                set_dims(b, slot, |d| {
                    if let Some(last) = d.last_mut() {
                        *last = Dim::Is(cols * 2 + 1);
                    }
                });
            }
        },
    }
}

pub(super) const fn root_in_group<const GROUP: u8>() -> Custom {
    Custom {
        name: "comm-root",
        code: code::ATTR_FOR_TARGET,
        text: "`root` must be the index of a member of the group",
        holds: |args| match args.attr("root") {
            Some(crate::AttrValue::Int(root)) => (0..members(args, GROUP)).contains(&root),
            _ => true,
        },
        found: |args| format!("the group has {} members", members(args, GROUP)),
        mutate_to_violate: |b| b.attrs.push(("root".into(), "1000 : i32".into())),
    }
}

fn members(args: &Args<'_>, group: u8) -> i64 {
    args.slots.get(group as usize).map_or(0, |s| s.count.into())
}

/// The root holds the rows of all members.
pub(super) const fn holds_all<const WHOLE: u8, const GROUP: u8>() -> Custom {
    Custom {
        name: "comm-rows-of-all",
        code: code::EXTENT,
        text: "the view of the root must have at least the rows of all members",
        holds: |args| {
            let (Some((_, all, _)), Some((_, rows, _))) =
                (matrix(args, WHOLE), matrix(args, GROUP))
            else {
                return true;
            };
            i64::from(all) >= members(args, GROUP).saturating_mul(rows.into())
        },
        found: |args| format!("{}, {} members", show(args, &[WHOLE, GROUP]), members(args, GROUP)),
        mutate_to_violate: |b| {
            set_dims(b, WHOLE, |d| {
                if let [.., rows, _] = d {
                    *rows = Dim::Is(1);
                }
            });
            set_dims(b, GROUP, |d| {
                if let [.., rows, _] = d {
                    *rows = Dim::Is(64);
                }
            });
        },
    }
}

fn engine_is(args: &Args<'_>, names: &[&str]) -> bool {
    args.word("engine").is_some_and(|w| names.iter().any(|n| w.eq_ignore_ascii_case(n)))
}

fn engine_found(args: &Args<'_>) -> String {
    args.word("engine").unwrap_or("none").into()
}

pub(super) static GROUP_BY_CORES: Custom = Custom {
    name: "comm-group-engine",
    code: code::ATTR_FOR_TARGET,
    text: "the CCU moves the data of groups on A5 only",
    holds: |args| !engine_is(args, &["ccu"]),
    found: engine_found,
    mutate_to_violate: |b| b.attrs.push(("engine".into(), "\"ccu\"".into())),
};

pub(super) static SDMA_ALONE: Custom = Custom {
    name: "comm-dma-engine",
    code: code::ATTR_FOR_TARGET,
    text: "A2/A3 transfers by SDMA; URMA and RDMA are engines of A5",
    holds: |args| !engine_is(args, &["urma", "rdma"]),
    found: engine_found,
    mutate_to_violate: |b| b.attrs.push(("engine".into(), "\"urma\"".into())),
};
