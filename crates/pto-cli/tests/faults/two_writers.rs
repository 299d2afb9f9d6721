//! Two processes that write one file at once: it holds what one of them wrote.

use crate::{folder, long_program, names, said, shell};
use std::fs;
use std::process::Stdio;

#[test]
fn the_file_of_two_writers_is_that_of_one() {
    let folder = folder("two_writers");
    fs::write(folder.join("long.pto"), long_program(300)).unwrap();
    let commands = [
        "pto lower k.pto --target a5 -o out",
        "pto lower long.pto --target a5 -o out",
        "pto emit --cpp long.pto --target a5 -o out",
        "pto run k.pto --arg zeros:2M=out",
    ];
    let mut whole = Vec::new();
    for command in commands {
        let o = shell(&folder, command).output().unwrap();
        assert_eq!(o.status.code(), Some(0), "{command}: {}", said(&o));
        whole.push(fs::read(folder.join("out")).unwrap());
    }
    for round in 0..10 {
        let started = commands.map(|command| {
            let line = format!("exec {command}");
            let mut command = shell(&folder, &line);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        });
        for child in started {
            let o = child.wait_with_output().unwrap();
            assert_eq!(o.status.code(), Some(0), "{}", said(&o));
        }
        let found = fs::read(folder.join("out")).unwrap();
        assert!(whole.contains(&found), "round {round}: a mixture");
        assert_eq!(names(&folder), ["k.pto", "long.pto", "out"]);
    }
}
