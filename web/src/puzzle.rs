//! Puzzles and what their comments ask.
//!
//! | comment | meaning |
//! |---|---|
//! | `// puzzle 3: Sum the rows` | number and title; `// 题 3: ...` the title in Chinese |
//! | `// task: words` | what is asked, over several lines; `// 任务: ...` in Chinese |
//! | `// target: a5` | where it runs |
//! | `// launch: random:16x64; zeros:16x1; 16` | arguments as the playground takes them, and `blocks=4`; one line for each launch |
//! | `// wants: checked` | sanitizers find nothing |
//! | `// wants: uses trowsum` | the program has this instruction |
//! | `// wants: 5000 cycles` | the last launch takes no longer |

/// A puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle {
    /// From 1.
    pub number: u32,
    /// The program to begin with.
    pub text: &'static str,
    /// A program that solves it.
    pub solution: &'static str,
}

/// What a puzzle wants besides the right values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Want {
    /// Sanitizers find nothing.
    Checked,
    /// An instruction occurs.
    Uses(String),
    /// It takes at most so many cycles.
    Cycles(u64),
}

/// How a puzzle is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleLaunch {
    /// Arguments in the order of the parameters.
    pub args: Vec<String>,
    /// Blocks.
    pub blocks: u32,
}

macro_rules! puzzles {
    ($($number:literal $file:literal),* $(,)?) => {
        &[$(Puzzle {
            number: $number,
            text: include_str!(concat!("../puzzles/", $file)),
            solution: include_str!(concat!("../puzzles/solutions/", $file)),
        }),*]
    };
}

/// All of them, the easiest first.
pub const PUZZLES: &[Puzzle] = puzzles![
    1 "01_fill.pto",
    2 "02_double.pto",
    3 "03_row_sum.pto",
    4 "04_centre.pto",
    5 "05_softmax.pto",
    6 "06_tail.pto",
    7 "07_missing_wait.pto",
    8 "08_double_buffer.pto",
    9 "09_matmul.pto",
    10 "10_blocks.pto",
];

impl Puzzle {
    fn lines(&self, word: &str) -> impl Iterator<Item = &'static str> {
        let begin = format!("// {word}: ");
        self.text.lines().filter_map(move |l| l.strip_prefix(begin.as_str()))
    }

    /// What it is called.
    pub fn title(&self) -> &'static str {
        self.lines(&format!("puzzle {}", self.number)).next().unwrap_or_default()
    }

    /// What it is called in Chinese.
    pub fn title_zh(&self) -> &'static str {
        self.lines(&format!("题 {}", self.number)).next().unwrap_or_default()
    }

    /// What is asked.
    pub fn task(&self) -> String {
        self.lines("task").collect::<Vec<_>>().join(" ")
    }

    /// What is asked, in Chinese.
    pub fn task_zh(&self) -> String {
        self.lines("任务").collect::<Vec<_>>().concat()
    }

    /// Where it runs.
    pub fn target(&self) -> &'static str {
        self.lines("target").next().unwrap_or("cpu")
    }

    /// How it is run.
    pub fn launches(&self) -> impl Iterator<Item = PuzzleLaunch> {
        self.lines("launch").map(|line| {
            let mut launch = PuzzleLaunch { args: Vec::new(), blocks: 1 };
            for part in line.split(';').map(str::trim).filter(|p| !p.is_empty()) {
                match part.strip_prefix("blocks=").and_then(|n| n.parse().ok()) {
                    Some(blocks) => launch.blocks = blocks,
                    None => launch.args.push(part.to_string()),
                }
            }
            launch
        })
    }

    /// What it wants besides the right values.
    pub fn wants(&self) -> impl Iterator<Item = Want> {
        self.lines("wants").map(|line| match line.split_once(' ') {
            Some(("uses", name)) => Want::Uses(name.trim().to_string()),
            Some((number, "cycles")) => Want::Cycles(number.parse().unwrap_or(0)),
            _ => Want::Checked,
        })
    }
}
