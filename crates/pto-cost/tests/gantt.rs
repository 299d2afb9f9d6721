//! Timelines in a terminal.

mod fixture;

use fixture::{attention, nothing, softmax};
use pto_cost::to_gantt;

#[test]
fn few_slices_have_letters() {
    let text = to_gantt(&softmax(1, 17), 100, false);
    let expected = include_str!("fixture/softmax.gantt.txt");
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn no_line_is_wider_than_asked() {
    let timelines = [
        nothing(),
        softmax(1, 10),
        softmax(1, 3000),
        softmax(9, 4000),
        attention(1, 3),
        attention(24, 5),
    ];
    for timeline in &timelines {
        for width in 80..=200 {
            let text = to_gantt(timeline, width, false);
            assert!(text.lines().all(|l| !l.ends_with(' ')), "{text}");
            let widest = text.lines().map(|l| l.chars().count()).max().unwrap();
            assert!(widest <= width, "{widest} columns of {width}:\n{text}");
        }
    }
}

#[test]
fn every_slice_of_a_small_timeline_is_seen() {
    let timeline = softmax(1, 24);
    let text = to_gantt(&timeline, 120, false);
    let rows: String =
        text.lines().filter(|l| l.contains('%') && !l.contains(':')).map(|l| &l[12..]).collect();
    for (letter, op) in ('A'..).zip(["tload", "trowmax", "trowexpandsub", "texp", "trowsum"]) {
        assert!(text.contains(&format!("{letter} {op}")), "{text}");
        let slices = timeline.slices.iter();
        let count =
            slices.filter(|s| timeline.sites[s.site as usize].op == format!("pto.{op}")).count();
        assert_eq!(rows.matches(letter).count(), count, "{letter} {op}\n{text}");
    }
}

#[test]
fn many_slices_become_blocks() {
    let text = to_gantt(&softmax(1, 5000), 100, false);
    let row = text.lines().find(|l| l.trim_start().starts_with("V ")).unwrap();
    let cells: Vec<char> = row.chars().skip(12).collect();
    assert!(cells[2..80].iter().all(|c| ('▅'..='█').contains(c)), "{text}");
    assert!(text.contains("part of the time"));
}

#[test]
fn of_many_cores_the_first_and_the_slowest_are_shown() {
    let text = to_gantt(&attention(24, 5), 100, false);
    let cores: Vec<&str> = text.lines().filter(|l| l.starts_with("block")).collect();
    assert!((3..=6).contains(&cores.len()), "{text}");
    assert_eq!(cores[0], "block 0 cube");
    assert!(cores[1].ends_with(" cube, the slowest"), "{text}");
    let counted: usize = text
        .lines()
        .filter(|l| l.contains("other"))
        .map(|l| l.trim().split(' ').next().unwrap().parse::<usize>().unwrap())
        .sum();
    assert_eq!(counted + cores.len(), 72, "{text}");
    assert!(text.contains("1 instruction without data: that time is missing"));
}

#[test]
fn colours_change_nothing_but_colours() {
    for timeline in [softmax(1, 10), softmax(2, 3000), attention(1, 3)] {
        let coloured = to_gantt(&timeline, 120, true);
        assert!(coloured.contains("\x1b[38;5;"));
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        plain.push_str(rest);
        assert_eq!(plain, to_gantt(&timeline, 120, false));
    }
}

#[test]
fn nothing_is_shown_as_nothing() {
    let text = to_gantt(&nothing(), 80, false);
    assert!(text.starts_with("0 cycles = 0.00 µs"), "{text}");
    assert!(!text.contains("bottleneck") && !text.contains("waits"));
}
