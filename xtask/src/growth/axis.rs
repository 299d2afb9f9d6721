//! What a file, a launch or a sweep can have many of, and the commands that read it.

use super::programs::{bodies, calls, memory, order, text};

/// One thing that there can be many of.
pub struct Axis {
    /// What is counted.
    pub name: &'static str,
    /// The largest number that is tried; a half and a quarter of it are tried as well.
    pub largest: usize,
    /// A program with so many of it.
    pub program: fn(usize) -> String,
    /// What `run`, `cost` and `trace` are told beside the program.
    pub launch: fn(usize) -> Vec<String>,
    /// Which commands are measured.
    pub commands: &'static [Command],
}

/// A command that is measured.
#[derive(Clone, Copy, PartialEq)]
pub struct Command {
    /// As the table shows it.
    pub name: &'static str,
    /// Its words; `FILE` stands for the program, which is also its standard input.
    pub words: &'static [&'static str],
    /// Whether it launches the kernel.
    pub launches: bool,
}

const fn reads(name: &'static str, words: &'static [&'static str]) -> Command {
    Command { name, words, launches: false }
}

const fn launches(name: &'static str, words: &'static [&'static str]) -> Command {
    Command { name, words, launches: true }
}

const CHECK: Command = reads("check", &["check", "FILE"]);
const CHECK_SYNC: Command = reads("check --sync", &["check", "FILE", "--sync"]);
const CHECK_JSON: Command = reads("check --json", &["check", "FILE", "--json"]);
const CHECK_SARIF: Command = reads("check --sarif", &["check", "FILE", "--sarif"]);
const FMT: Command = reads("fmt", &["fmt", "-"]);
const FMT_DPS: Command = reads("fmt --form dps", &["fmt", "--form", "dps", "-"]);
const LOWER: Command = reads("lower", &["lower", "FILE"]);
const EMIT: Command = reads("emit", &["emit", "--cpp", "FILE"]);
const RUN: Command = launches("run", &["run", "FILE"]);
const RUN_CHECK: Command = launches("run --check all", &["run", "FILE", "--check", "all"]);
const COST: Command = launches("cost", &["cost", "FILE"]);
const TRACE: Command = launches("trace", &["trace", "FILE", "-o", "-"]);
const SWEEP: Command = launches("cost", &["cost", "FILE", "--csv"]);

/// Every command that reads a program.
pub const ALL: &[Command] = &[
    CHECK,
    reads("check --target all", &["check", "FILE", "--target", "all"]),
    CHECK_SYNC,
    CHECK_JSON,
    CHECK_SARIF,
    FMT,
    reads("fmt --form asm", &["fmt", "--form", "asm", "-"]),
    reads("fmt --form ssa", &["fmt", "--form", "ssa", "-"]),
    FMT_DPS,
    LOWER,
    reads("lower --sync bufid", &["lower", "FILE", "--sync", "bufid"]),
    EMIT,
    reads("ptoas", &["ptoas", "FILE", "--pto-arch=a5", "-o", "-"]),
    RUN,
    RUN_CHECK,
    COST,
    TRACE,
];

const LAUNCHES: &[Command] = &[RUN, RUN_CHECK, COST, TRACE];

/// One of each kind, for most programs.
const MAIN: &[Command] =
    &[CHECK, CHECK_SYNC, FMT, FMT_DPS, LOWER, EMIT, RUN, RUN_CHECK, COST, TRACE];

/// For programs that are refused, or have much text and do little: what comes after reading is the same for all.
const TEXT: &[Command] = &[CHECK, CHECK_JSON, CHECK_SARIF, FMT, LOWER];

/// Two buffers of 2 KB.
fn two_buffers(_: usize) -> Vec<String> {
    buffers(2)
}

fn buffers(n: usize) -> Vec<String> {
    args(&vec!["zeros:8x64xf32"; n])
}

fn args(values: &[&str]) -> Vec<String> {
    values.iter().flat_map(|v| ["--arg".to_string(), v.to_string()]).collect()
}

/// Two buffers, and more words.
fn and(words: &[&str]) -> Vec<String> {
    let mut all = buffers(2);
    all.extend(words.iter().map(|w| w.to_string()));
    all
}

/// Two buffers with `8 * n` rows.
fn tall_buffers(n: usize) -> Vec<String> {
    let zeros = format!("zeros:{}x64xf32", 8 * n);
    args(&[&zeros, &zeros])
}

const fn axis(name: &'static str, largest: usize, program: fn(usize) -> String) -> Axis {
    Axis { name, largest, program, launch: two_buffers, commands: ALL }
}

impl Axis {
    const fn launched(mut self, launch: fn(usize) -> Vec<String>) -> Axis {
        self.launch = launch;
        self
    }

    const fn only(mut self, commands: &'static [Command]) -> Axis {
        self.commands = commands;
        self
    }
}

/// All of them. The numbers make texts of some megabytes, or are what a device or the reader allows: memory holds so many
/// tiles, and regions nest 200 deep.
pub const AXES: &[Axis] = &[
    axis("functions", 100_000, calls::functions).launched(|_| and(&["--entry", "k0"])),
    axis("functions with flags", 8_192, calls::functions_with_flags)
        .launched(|_| and(&["--entry", "k0"]))
        .only(MAIN),
    axis("functions that lack flags", 4_096, order::functions_to_fix)
        .launched(|_| and(&["--entry", "k0"]))
        .only(MAIN),
    axis("calls in a chain", 8_192, calls::call_chain).only(MAIN),
    axis("calls in a chain with tiles", 4_096, calls::call_chain_with_tiles).only(MAIN),
    axis("calls in a tree", 8_192, calls::call_tree),
    axis("calls of one function", 8_192, calls::calls_of_one).only(MAIN),
    axis("functions that one calls", 8_192, calls::functions_of_one_caller).only(MAIN),
    axis("calls that double", 64, calls::calls_that_double).only(MAIN),
    axis("parameters", 4_096, calls::parameters).launched(|n| and(&vec!["--arg=1"; n])).only(MAIN),
    axis("buffers as parameters", 2_048, calls::buffer_parameters)
        .launched(|n| buffers(n + 2))
        .only(MAIN),
    axis("tiles as parameters", 4_096, calls::tile_parameters)
        .launched(|n| and(&vec!["--arg=zeros:32"; n]))
        .only(MAIN),
    axis("arguments of a call", 16_384, calls::call_arguments).only(MAIN),
    axis("operations", 32_768, bodies::operations),
    axis("operations in a loop", 16_384, bodies::operations_in_a_loop).only(MAIN),
    axis("operations with results", 16_384, bodies::ssa_operations).only(MAIN),
    axis("numbers", 32_768, bodies::scalars).only(MAIN),
    axis("numbers used twice", 32_768, bodies::numbers_used_twice).only(MAIN),
    axis("names that punctuation tells apart", 16_384, bodies::names_of_punctuation).only(MAIN),
    axis("numbers live at once", 16_384, bodies::live_scalars).only(MAIN),
    axis("numbers written in place", 16_384, bodies::inline_operands).only(MAIN),
    axis("constants", 32_768, bodies::constants).only(MAIN),
    axis("nested ifs", 160, bodies::nested_ifs).only(MAIN),
    axis("nested loops", 160, bodies::nested_loops).only(MAIN),
    axis("ifs nested too deep", 16_384, bodies::nested_ifs).only(TEXT),
    axis("loops", 4_096, bodies::loops),
    axis("branches", 8_192, bodies::branches).only(MAIN),
    axis("values a loop carries", 16_384, bodies::carried_values).only(MAIN),
    axis("blocks", 8_192, bodies::cf_blocks).only(MAIN),
    axis("blocks that jump back", 4_096, bodies::cf_loops).only(MAIN),
    axis("blocks in reverse", 4_096, bodies::blocks_in_reverse).only(MAIN),
    axis("arguments of a block", 16_384, bodies::block_arguments).only(MAIN),
    axis("vecscopes", 8_192, bodies::vecscopes).launched(|_| args(&["0"])).only(MAIN),
    axis("register instructions", 16_384, bodies::registers).launched(|_| args(&["0"])).only(MAIN),
    axis("tiles", 8_192, memory::tiles),
    axis("tiles live at once", 6_144, memory::live_tiles).only(MAIN),
    axis("tiles that do not fit", 16_384, memory::live_tiles).only(MAIN),
    axis("tiles at addresses", 16_384, memory::tiles_at_addresses).only(MAIN),
    axis("choices between tiles", 4_096, memory::choices_of_tiles).only(MAIN),
    axis("tiles nobody wrote", 4_096, memory::undefined_tiles).only(MAIN),
    axis("views", 8_192, memory::views).only(MAIN),
    axis("views of views", 4_096, memory::views_of_views).only(MAIN),
    axis("windows", 4_096, memory::windows).launched(tall_buffers).only(MAIN),
    axis("windows of a block", 4_096, memory::windows_of_blocks).launched(tall_buffers).only(MAIN),
    axis("multi-buffers", 2_048, memory::multi_buffers).only(MAIN),
    axis("multi-buffers of one loop", 2_048, memory::multi_buffers_in_a_loop).only(MAIN),
    axis("flags", 32_768, order::flags),
    axis("loops with flags", 2_048, order::loops_with_flags)
        .launched(|_| and(&["--arg", "3"]))
        .only(MAIN),
    axis("flags that are left", 16_384, order::flags_that_are_left).only(MAIN),
    axis("races", 4_096, order::races)
        .launched(|_| and(&["--mode", "manual"]))
        .only(&[RUN_CHECK, COST, TRACE]),
    axis("buffer ids", 16_384, order::buffer_ids).only(MAIN),
    axis("signals between cores", 8_192, order::signals).launched(|_| Vec::new()).only(MAIN),
    axis("sections", 2_048, order::sections).only(MAIN),
    axis("entries of a queue", 4_096, order::queue_entries)
        .launched(|_| args(&["zeros:8192"]))
        .only(MAIN),
    axis("queues", 2_048, order::queues).launched(|_| args(&["0"])).only(MAIN),
    axis("functions of one name", 8_192, text::functions_of_one_name).only(TEXT),
    axis("values of one name", 16_384, text::values_of_one_name).only(TEXT),
    axis("aliases of one name", 16_384, text::aliases_of_one_name).only(TEXT),
    axis("names nobody defines", 8_192, text::unknown_names).only(TEXT),
    axis("functions nobody defines", 8_192, text::unknown_functions).only(TEXT),
    axis("instructions that do not exist", 8_192, text::unknown_instructions).only(TEXT),
    axis("findings", 100_000, text::findings).only(TEXT),
    axis("mistakes of syntax", 16_384, text::syntax_errors).only(TEXT),
    axis("findings in one line", 262_144, text::long_line).only(TEXT),
    axis("instructions in one line", 262_144, text::long_legal_line).only(TEXT),
    axis("stray characters", 16_384, text::stray_characters).only(TEXT),
    axis("nested brackets", 32_768, text::nested_brackets).only(TEXT),
    axis("attributes", 32_768, text::attributes).only(MAIN),
    axis("attributes of a function", 32_768, text::attributes_of_a_function).only(TEXT),
    axis("attributes of one name", 32_768, text::attributes_of_one_name).only(TEXT),
    axis("elements of an attribute", 65_536, text::elements_of_an_attribute).only(TEXT),
    axis("aliases", 16_384, text::aliases).only(MAIN),
    axis("aliases of aliases", 16_384, text::aliases_of_aliases).only(TEXT),
    axis("prints", 16_384, text::prints).only(MAIN),
    axis("characters of a string", 8_388_608, text::string_length).only(TEXT),
    axis("characters of a name", 8_388_608, text::name_length).only(TEXT),
    axis("comments", 262_144, text::comments).only(TEXT),
    axis("characters of a comment", 8_388_608, text::comment_length).only(TEXT),
    axis("empty lines", 4_194_304, text::empty_lines).only(TEXT),
    axis("locations", 16_384, text::locations).only(TEXT),
    axis("iterations of a run", 16_384, bodies::iterations).only(LAUNCHES),
    axis("blocks of a launch", 16_384, bodies::small)
        .launched(|n| and(&["--blocks", &n.to_string()]))
        .only(LAUNCHES),
    axis("points of a sweep", 4_096, bodies::swept)
        .launched(|n| and(&["--sweep", &format!("n=1..{n}:1")]))
        .only(&[SWEEP]),
];
