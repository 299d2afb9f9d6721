//! Every puzzle is unsolved as it begins, and solved by its solution; both are read as programs of its target.

use pto_cli::play::Host;
use pto_cli::play::puzzle::judge;
use pto_cli::source_file::SourceFile;
use pto_page::puzzle::PUZZLES;

fn file(text: &str) -> SourceFile {
    SourceFile::new("puzzle.pto", text.to_string())
}

#[test]
fn solutions_solve_and_beginnings_do_not() {
    for (i, puzzle) in PUZZLES.iter().enumerate() {
        assert_eq!(puzzle.number as usize, i + 1);
        let told =
            [puzzle.title(), puzzle.title_zh(), &puzzle.task(), &puzzle.task_zh()].map(str::len);
        assert!(told.iter().all(|n| *n > 0), "{} has no title or no task", puzzle.number);
        assert!(puzzle.launches().next().is_some(), "{} is never run", puzzle.number);
        let begun = judge(puzzle, &file(puzzle.text), &Host::default());
        assert!(begun.iter().any(|v| !v.holds), "{} is solved already", puzzle.number);
        let done = judge(puzzle, &file(puzzle.solution), &Host::default());
        assert!(done.iter().all(|v| v.holds), "{}: {done:?}", puzzle.number);
        // Everything that is wanted was looked at.
        assert_eq!(done.len(), puzzle.launches().count() + puzzle.wants().count());
    }
}

#[test]
fn what_is_no_program_solves_nothing() {
    for text in ["", "module {", "module {}", "func.func @f() {\n  return\n}\n"] {
        let found = judge(&PUZZLES[1], &file(text), &Host::default());
        assert!(found.iter().any(|v| !v.holds && !v.detail.is_empty()), "{text}: {found:?}");
    }
}
