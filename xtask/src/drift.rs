//! What changed between two states of a public source (pto-isa or PTOAS) that the op table cites: pages, overloads,
//! assertions, dialect operations and cited lines, each with the block to look at.

mod assertions;
mod blocks;
mod citations;
mod cpp;
mod fact;
mod operations;
mod overloads;
mod pages;
mod report;
mod tree;

use blocks::Blocks;
use fact::{Fact, compare};
use report::Report;
use std::process::ExitCode;
use tree::Tree;

const USAGE: &str = "usage: cargo xtask drift [--text] OLD NEW | --repo DIR OLD NEW";

/// What the command line asks for.
struct Request {
    /// A git repository of which OLD and NEW are revisions; without it they are folders.
    repo: Option<String>,
    old: String,
    new: String,
    /// The texts that differ are printed below the table.
    with_text: bool,
}

pub fn run(args: &[String]) -> ExitCode {
    let Some(request) = parse(args) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let read = |name: &str| match &request.repo {
        Some(repo) => Tree::of_revision(repo, name),
        None => Tree::of_folder(name),
    };
    let (old, new) = match (read(&request.old), read(&request.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(e), _) | (_, Err(e)) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    print!("{}", report_on(&old, &new).markdown(&Blocks::of_table(), request.with_text));
    ExitCode::SUCCESS
}

fn parse(args: &[String]) -> Option<Request> {
    let (mut repo, mut with_text, mut names) = (None, false, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--repo" => repo = Some(args.next()?.clone()),
            "--text" => with_text = true,
            other if other.starts_with('-') => return None,
            _ => names.push(arg.clone()),
        }
    }
    let [old, new] = <[String; 2]>::try_from(names).ok()?;
    Some(Request { repo, old, new, with_text })
}

/// Compares the facts of two trees.
fn report_on(old: &Tree, new: &Tree) -> Report {
    Report {
        old: old.name.clone(),
        new: new.name.clone(),
        changes: compare(facts(old), facts(new)),
        citations: citations::compare(old, new),
    }
}

fn facts(tree: &Tree) -> Vec<Fact> {
    let mut list = pages::read(tree);
    list.extend(overloads::read(tree));
    list.extend(assertions::read(tree));
    list.extend(operations::read(tree));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD_INSTR: &str = "
template <typename D, typename S> // comment
PTO_INST RecordEvent TADD(D& dst, S& a, S& b) { MAP_INSTR_IMPL(TADD, dst, a, b); }
PTO_INST void TSUB(int a);
";
    const NEW_INSTR: &str = "
template <typename D, typename S>
PTO_INST RecordEvent TADD(D& dst, S& a, S& b)
{
    MAP_INSTR_IMPL(TADD, dst, a, b);
}
template <typename D> PTO_INST RecordEvent TADD(D& dst, D& a, D& b, D& tmp) {}
";

    fn trees() -> (Tree, Tree) {
        let old = Tree::of_files(
            "old",
            &[
                ("docs/isa/TADD.md", "# TADD\nAdds.\n"),
                ("docs/isa/TADD_zh.md", "# TADD\n"),
                ("docs/isa/TGONE.md", "# TGONE\n"),
                ("include/pto/common/pto_instr.hpp", OLD_INSTR),
                (
                    "include/pto/npu/a5/TAdd.hpp",
                    "void Check() { static_assert(A, \"a\"); }\nvoid TADD_IMPL() { Check(); }\n",
                ),
                (
                    "include/PTO/IR/PTOOps.td",
                    "def TAddOp : PTO_TOp<\"tadd\", [A]> { let arguments = (ins X:$a); }\n",
                ),
                ("lib/PTO/IR/PTO.cpp", "LogicalResult TAddOp::verify() { return success(); }\n"),
            ],
        );
        let new = Tree::of_files(
            "new",
            &[
                ("docs/isa/TADD.md", "# TADD\nAdds tiles.\n"),
                ("docs/isa/TNEW.md", "# TNEW\n"),
                ("include/pto/common/pto_instr.hpp", NEW_INSTR),
                (
                    "include/pto/npu/a5/TAdd.hpp",
                    "void Check() { static_assert(A || B, \"a\"); static_assert(C); }\nvoid TADD_IMPL() { Check(); }\n",
                ),
                (
                    "include/PTO/IR/PTOOps.td",
                    "def TAddOp : PTO_TOp<\"tadd\", [A]> { let arguments = (ins X:$a, Y:$b); }\ndef TNewOp : PTO_TOp<\"tnew\">;\n",
                ),
                ("lib/PTO/IR/PTO.cpp", "LogicalResult TAddOp::verify() { return failure(); }\n"),
            ],
        );
        (old, new)
    }

    #[test]
    fn a_tree_has_no_drift_from_itself() {
        let (old, _) = trees();
        assert!(report_on(&old, &old).changes.is_empty());
    }

    #[test]
    fn every_kind_of_change_is_found_and_names_its_block() {
        let (old, new) = trees();
        let text = report_on(&old, &new).markdown(&Blocks::of_table(), false);
        for row in [
            "| page | `TADD.md` |  | changed | docs/isa/TADD.md:1 | tile_binary.rs (tadd) |",
            "| page | `TGONE.md` |  | gone | docs/isa/TGONE.md:1 | none |",
            "| page | `TNEW.md` |  | new | docs/isa/TNEW.md:1 | none |",
            "| overload | `TADD` |  | new | include/pto/common/pto_instr.hpp:7 | tile_binary.rs (tadd) |",
            "| overload | `TSUB` |  | gone | include/pto/common/pto_instr.hpp:4 | tile_binary.rs (tsub) |",
            "| assertion | `Check` | a5 | 1 changed, 1 new | include/pto/npu/a5/TAdd.hpp:1 | tile_binary.rs (tadd) |",
            "| operation | `tadd` |  | changed | include/PTO/IR/PTOOps.td:1 | tile_binary.rs (tadd) |",
            "| operation | `tnew` |  | new | include/PTO/IR/PTOOps.td:2 | none |",
            "| verifier | `tadd` |  | changed | lib/PTO/IR/PTO.cpp:1 | tile_binary.rs (tadd) |",
        ] {
            assert!(text.contains(row), "{row}\nis not in\n{text}");
        }
        assert!(!text.contains("_zh"), "{text}");
    }

    #[test]
    fn the_command_line_is_read() {
        let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
        let request = parse(&words("--repo some/where --text a b")).unwrap();
        assert_eq!(request.repo.as_deref(), Some("some/where"));
        assert!(request.with_text && request.old == "a" && request.new == "b");
        assert!(parse(&words("a")).is_none() && parse(&words("--what a b")).is_none());
    }
}
