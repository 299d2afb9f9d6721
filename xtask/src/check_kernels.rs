//! Public kernels that come with values: their scripts make the arguments and judge what a run leaves in them.
//!
//! A case is a folder with `kernel.pto`, `golden.py` (writes `v1.bin`, `v2.bin`, ... and `golden_v*.bin`), `launch.cpp`
//! (says which kernels are launched, on how many blocks), `main.cpp` (says with which of the files) and `compare.py`
//! (exits with 0 if they agree).

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, Limits, decode};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came of a case.
pub enum Golden {
    /// The script of the case accepts the results.
    Equal,
    /// It does not, or the kernel does not run.
    Differs(String),
    /// The case is not such a folder, or its scripts cannot be run here.
    Absent,
}

/// Kernels copy whole rows where their buffers end within one; memory on a device goes on after a buffer.
const SLACK_BYTES: usize = 1 << 20;
/// Steps of one block after which a kernel is taken for endless.
const MAX_STEPS: u64 = 50_000_000;

/// Runs the kernel in `file`, if it comes with values.
pub fn judge(file: &Path, text: &str, python: &str) -> Golden {
    let Some(folder) = file.parent() else { return Golden::Absent };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let Some(launches) = launches(&read("launch.cpp"), &read("main.cpp")) else {
        return Golden::Absent;
    };
    let scripts = ["golden.py", "compare.py"].map(|s| folder.join(s));
    if !scripts.iter().all(|s| s.is_file()) {
        return Golden::Absent;
    }
    let work = std::env::temp_dir().join(format!("pto-golden-{}", std::process::id()));
    if std::fs::create_dir_all(&work).is_err() {
        return Golden::Absent;
    }
    let result = in_folder(&work, &scripts, python, text, &launches);
    // What cannot be removed is found again by nobody: the name has the number of this process.
    let _ = std::fs::remove_dir_all(&work);
    result
}

fn in_folder(
    work: &Path,
    scripts: &[PathBuf; 2],
    python: &str,
    text: &str,
    launches: &[Launched],
) -> Golden {
    let script = |script: &Path, args: &[&str]| {
        let mut c = Command::new(python);
        c.arg(script).args(args).current_dir(work).stdout(Stdio::null()).stderr(Stdio::null());
        c.status().is_ok_and(|s| s.success())
    };
    let Ok(made) = std::path::absolute(&scripts[0]) else { return Golden::Absent };
    let Ok(judged) = std::path::absolute(&scripts[1]) else { return Golden::Absent };
    if !script(&made, &["--output-dir", "."]) {
        return Golden::Absent;
    }
    for launch in launches {
        let files: Vec<PathBuf> = launch.files.iter().map(|f| work.join(f)).collect();
        let read = |file: &PathBuf| std::fs::read(file).map(LaunchArg::Bytes);
        let Ok(mut args) = files.iter().map(read).collect::<Result<Vec<_>, _>>() else {
            return Golden::Absent;
        };
        let bytes_of = |a: &LaunchArg| a.bytes().unwrap_or_default().to_vec();
        let before: Vec<(PathBuf, Vec<u8>)> =
            files.iter().cloned().zip(args.iter().map(bytes_of)).collect();
        if let Err(why) = run(text, launch, &mut args) {
            return Golden::Differs(why);
        }
        for (file, arg) in files.iter().zip(&args) {
            // A file may be several parameters; of those the kernel writes one.
            if let LaunchArg::Bytes(bytes) = arg
                && before.iter().any(|(f, b)| f == file && b != bytes)
                && std::fs::write(file, bytes).is_err()
            {
                return Golden::Absent;
            }
        }
    }
    match script(&judged, &[]) {
        true => Golden::Equal,
        false => Golden::Differs("compare.py does not accept the results".into()),
    }
}

/// Runs a kernel as hardware does it: the values come from there.
fn run(text: &str, launch: &Launched, args: &mut [LaunchArg]) -> Result<(), String> {
    let (module, _) = pto_ir::parse(text);
    let target = pto_check::declared_target(&module).unwrap_or(Target::A5);
    let verified = pto_check::verify(module, target, &Default::default());
    let (verified, _) = verified.map_err(|(_, found)| found[0].message.clone())?;
    let numerics = Numerics::new(target, Semantics::Silicon);
    // A kernel with code for two kinds of cores is launched by a name that is none of its functions.
    let named = decode(&verified, Some(&launch.kernel), numerics);
    let program = named.or_else(|_| decode(&verified, None, numerics)).map_err(|d| d.message)?;
    let launch = Launch {
        blocks: launch.blocks,
        gm_slack: SLACK_BYTES,
        limits: Limits::of_steps(MAX_STEPS),
        ..Launch::default()
    };
    program.run(args, &launch).map_err(|d| d.message)?;
    Ok(())
}

/// How a kernel is launched.
#[derive(Debug, PartialEq)]
struct Launched {
    kernel: String,
    blocks: u32,
    /// The files that hold its buffers.
    files: Vec<String>,
}

/// Reads `kernel<<<1, nullptr, stream>>>(...)` and, in the same order, `LaunchKernel(aDevice, bDevice, stream);` with
/// `ReadFile("./v1.bin", size, aHost, ...)` before. `None` if something else than buffers is passed.
fn launches(launch: &str, main: &str) -> Option<Vec<Launched>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut files = Vec::new();
    for rest in main.split("ReadFile(\"./").skip(1) {
        let (file, rest) = rest.split_once('"')?;
        let (before, _) = rest.split_once("Host")?;
        files.push((before.rsplit(|c| !is_word(c)).next()?, file));
    }
    let mut list = Vec::new();
    // Declarations have types before the names; calls pass what is on the device.
    let mut calls = main.split("Launch").filter_map(|c| c.split_once('(')?.1.split_once(");"));
    let pieces: Vec<&str> = launch.split("<<<").collect();
    for pair in pieces.windows(2) {
        let kernel = pair[0].rsplit(|c| !is_word(c)).next()?.to_string();
        let blocks = pair[1].split(',').next()?.trim().parse().ok()?;
        let (call, _) = calls.find(|(c, _)| !c.contains('*') && c.contains("Device"))?;
        let file = |arg: &str| {
            let name = arg.trim().strip_suffix("Device")?;
            let found = files.iter().find(|f| f.0 == name)?;
            Some(found.1.to_string())
        };
        let args = call.split(',').filter(|a| a.trim() != "stream");
        let passed: Vec<String> = args.map(file).collect::<Option<_>>()?;
        let files = passed_on(pair[0], pair[1], &passed).unwrap_or(passed);
        list.push(Launched { kernel, blocks, files });
    }
    (!list.is_empty()).then_some(list)
}

/// What the function around a launch hands to the kernel: `void LaunchK(float *p0, half *p1, void *stream) { k<<<...>>>(
/// (__gm__ float *)p0, (__gm__ float *)p0, (__gm__ half *)p1);`. `None` if that is not understood.
fn passed_on(before: &str, after: &str, passed: &[String]) -> Option<Vec<String>> {
    let name = |part: &str| {
        let word = part.trim().rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next();
        word.filter(|w| !w.is_empty()).map(str::to_string)
    };
    let (_, head) = before.rsplit_once("Launch")?;
    let (params, _) = head.split_once('(')?.1.split_once(')')?;
    let params: Vec<String> = params.split(',').map(name).collect::<Option<_>>()?;
    let (args, _) = after.split_once(">>>(")?.1.split_once(");")?;
    let file = |arg: &str| {
        let at = params.iter().position(|p| Some(p) == name(arg).as_ref())?;
        passed.get(at).cloned()
    };
    args.split(',').map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_kernels_are_launched() {
        let launch = "  k<<<2, nullptr, stream>>>((__gm__ float *)a,\n   (__gm__ half *)out);\n}";
        let main = "void LaunchK(float *a, half *out, void *stream);
            ReadFile(\"./v2.bin\", n, aHost, n); ReadFile(\"./v1.bin\", n, outHost, n);
            LaunchK(aDevice, outDevice, stream);";
        let files = vec!["v2.bin".to_string(), "v1.bin".to_string()];
        let expected = Launched { kernel: "k".into(), blocks: 2, files };
        assert_eq!(launches(launch, main), Some(vec![expected]));
        assert_eq!(launches(launch, &main.replace("outDevice", "16")), None);
        assert_eq!(launches("nothing", ""), None);
        let twice = "void LaunchK(float *p, half *q, void *s) { k<<<2, nullptr, s>>>((__gm__ float *)p, (__gm__ float *)p, (__gm__ half *)q);";
        let files = launches(twice, main).and_then(|l| Some(l.into_iter().next()?.files));
        assert_eq!(files, Some(["v2.bin", "v2.bin", "v1.bin"].map(str::to_string).to_vec()));
    }
}
