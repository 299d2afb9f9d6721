//! Campaigns of the command: the same bytes however they are made, nothing twice, nothing lost, nothing outside of the folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const KERNEL: &str = "\
// tune: width = 8..64:8
func.func @double(%x: !pto.tile_buf<vec, 1x{width}xf32>) {
  pto.tadd ins(%x, %x : !pto.tile_buf<vec, 1x{width}xf32>, !pto.tile_buf<vec, 1x{width}xf32>) outs(%x : !pto.tile_buf<vec, 1x{width}xf32>)
  return
}
";
const CAMPAIGN: &str =
    "do = \"cost\"\ntargets = [\"a2a3\", \"a5\"]\nshard = 3\n[[kernel]]\nfile = \"k.pto\"\n";

/// A folder with a campaign of 16 configurations in 6 shards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaign").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let made = Folder(folder);
        made.write("k.pto", KERNEL);
        made.write("c.toml", CAMPAIGN);
        made
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    fn pto(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pto"));
        command.args(line.split(' ')).current_dir(&self.0).output().expect("pto starts")
    }

    /// What a command prints that ends well.
    fn says(&self, line: &str) -> String {
        let out = self.pto(line);
        assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).expect("text")
    }

    /// What a command complains about.
    fn complains(&self, line: &str, code: i32) -> String {
        let out = self.pto(line);
        assert_eq!(out.status.code(), Some(code), "{line}");
        String::from_utf8(out.stderr).expect("text")
    }
}

#[test]
fn results_are_the_same_however_they_are_made() {
    let f = Folder::new("same");
    f.says("campaign run c.toml --out one --threads 1");
    f.says("campaign run c.toml --out two --threads 2");
    for part in ["1/3", "2/3", "3/3"] {
        f.says(&format!("campaign run c.toml --out part{} --shard {part}", &part[..1]));
    }
    f.says("campaign merge c.toml --out parts --from part1 part2 part3");
    let one = f.read("one/results.jsonl");
    assert_eq!(one.lines().count(), 16);
    assert_eq!(one, f.read("two/results.jsonl"));
    assert_eq!(one, f.read("parts/results.jsonl"));
}

#[test]
fn only_what_is_new_is_made() {
    let f = Folder::new("new");
    assert!(f.says("campaign run c.toml").contains("6 made, 0 there already"));
    assert!(f.says("campaign run c.toml").contains("0 made, 6 there already"));
    // More values: the old lines are used again, in other shards.
    f.write("k.pto", &KERNEL.replace("8..64:8", "8..72:8"));
    assert!(f.says("campaign run c.toml").contains("6 made, 0 there already"), "another kernel");
    f.write("k.pto", KERNEL);
    f.write(
        "c.toml",
        &CAMPAIGN.replace("[[kernel]]", "[params]\nwidth = \"16..64:8\"\n[[kernel]]"),
    );
    let said = f.says("campaign run c.toml");
    assert!(said.contains("14 lines of earlier campaigns used again"), "{said}");
    // Half a shard is none.
    let shards = fs::read_dir(f.0.join("c.results/shards")).expect("shards");
    for shard in shards {
        let path = shard.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        fs::write(path, &text[..text.len() - 1]).expect("written");
    }
    f.write("c.toml", CAMPAIGN);
    assert!(f.says("campaign run c.toml").contains("6 made, 0 there already"));
}

#[test]
fn missing_shards_are_named() {
    let f = Folder::new("missing");
    assert!(
        f.says("campaign run c.toml --shard 1/2")
            .contains("3 shards of the campaign still to make")
    );
    assert!(f.complains("campaign merge c.toml", 2).contains("3 shards of 6 missing"));
    assert!(f.complains("campaign report c.toml", 2).contains("3 of 6 shards are missing"));
}

#[test]
fn versions_are_compared() {
    let f = Folder::new("compare");
    f.write("c.toml", &CAMPAIGN.replace("\"cost\"", "[\"check\", \"lower\", \"emit\"]"));
    f.says("campaign run c.toml --out old");
    assert!(
        f.says("campaign compare old/results.jsonl old/results.jsonl")
            .contains("16 the same, 0 changed")
    );
    f.write("k.pto", &KERNEL.replace("8..64:8", "8,16"));
    f.says("campaign run c.toml --out new");
    let out = f.pto("campaign compare old/results.jsonl new/results.jsonl");
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stdout).contains("4 the same, 0 changed, 12 gone, 0 new"));
}

#[test]
fn a_report_is_written() {
    let f = Folder::new("report");
    f.says("campaign run c.toml");
    f.says("campaign report c.toml");
    assert!(f.read("c.results/report.html").contains("<!DOCTYPE html>"));
    assert_eq!(f.read("c.results/results.csv").lines().count(), 17);
}

#[test]
fn random_programs_hold() {
    let f = Folder::new("fuzz");
    f.write("c.toml", "do = \"fuzz\"\ntargets = [\"a5\"]\nshard = 4\n[fuzz]\nkinds = [\"tiles\", \"auto\"]\nseeds = \"0..5\"\nsize = 6\n");
    f.says("campaign run c.toml");
    let rows = f.read("c.results/results.jsonl");
    assert_eq!(rows.lines().count(), 12);
    assert!(!rows.contains("\"finding\""), "{rows}");
}

#[test]
fn nothing_leads_out_of_the_folder() {
    let f = Folder::new("outside");
    for (from, to, message) in [
        ("k.pto", "../k.pto", "the path leads out of the folder"),
        ("k.pto", "/etc/passwd", "the path leads out of the folder"),
        (
            "file = \"k.pto\"",
            "file = \"k.pto\"\nargs = [\"/etc/passwd\"]",
            "an argument of a campaign is no file",
        ),
        (
            "file = \"k.pto\"",
            "file = \"k.pto\"\nargs = [\"zeros:8=../x\"]",
            "an argument of a campaign is no file",
        ),
        (
            "file = \"k.pto\"",
            "file = \"k.pto\"\nargs = [\".secret\"]",
            "is no number and no buffer that is made",
        ),
        ("file = \"k.pto\"", "file = \"k.pto\"\nblocks = \"1 / 0\"", ""),
        ("shard = 3", "shard = 3\nrun = \"rm -rf x\"", "there is no key `run` here"),
    ] {
        f.write("c.toml", &CAMPAIGN.replace(from, to));
        let out = f.pto("campaign run c.toml");
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(said.contains(message), "{to}: {said}");
        assert!(message.is_empty() || said.contains("error[E0821]"), "{said}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/hosts", f.0.join("link.pto")).expect("a link");
        f.write("c.toml", &CAMPAIGN.replace("k.pto", "link.pto"));
        assert!(f.complains("campaign run c.toml", 1).contains("the path leads out of the folder"));
    }
}

/// An endless loop is a row like any other, on every machine.
#[test]
fn limits_hold() {
    let f = Folder::new("limits");
    f.write(
        "k.pto",
        "func.func @f(%n: index) {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  scf.for %i = %c0 to %n step %c1 {\n    pto.barrier <PIPE_ALL>\n  }\n  return\n}\n",
    );
    f.write("c.toml", &format!("{CAMPAIGN}args = [1000000000000]\n[limits]\nsteps = 100000\n"));
    f.says("campaign run c.toml");
    assert_eq!(f.read("c.results/results.jsonl").matches("\"code\":\"E0609\"").count(), 2);
}
