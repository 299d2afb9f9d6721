//! The terminal: keys come one by one, lines are put where they belong, and everything is as before afterwards.

use super::Key;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use std::io::{IsTerminal, Read, Write, stdin, stdout};

/// A terminal that is not interpreted any more.
pub struct Terminal {
    before: Termios,
}

impl Terminal {
    /// Takes the terminal over, if there is one.
    pub fn open() -> Option<Terminal> {
        if !stdin().is_terminal() || !stdout().is_terminal() {
            return None;
        }
        let before = tcgetattr(stdin()).ok()?;
        let mut raw = before.clone();
        raw.make_raw();
        tcsetattr(stdin(), OptionalActions::Now, &raw).ok()?;
        // The other screen, without a cursor.
        write("\x1b[?1049h\x1b[?25l");
        Some(Terminal { before })
    }

    /// Columns and lines.
    pub fn size(&self) -> (usize, usize) {
        let size = tcgetwinsize(stdout()).ok().filter(|s| s.ws_col > 0 && s.ws_row > 0);
        size.map_or((80, 24), |s| (s.ws_col.into(), s.ws_row.into()))
    }

    /// Shows lines; what is between signs of highlighting is shown so.
    pub fn show(&mut self, lines: &[String]) {
        let mut text = String::from("\x1b[H");
        for (i, line) in lines.iter().enumerate() {
            if i > 0 {
                text.push_str("\r\n");
            }
            text.push_str(line);
            text.push_str("\x1b[K");
        }
        text.push_str("\x1b[J");
        write(&text);
    }

    /// Waits for a key; none if the terminal is gone.
    pub fn key(&mut self) -> Option<Key> {
        Some(match byte()? {
            b'\r' | b'\n' => Key::Enter,
            b'\t' => Key::Tab,
            0x7F | 0x08 => Key::Backspace,
            0x1B => self.escape()?,
            first if first < 0x80 => Key::Char(first.into()),
            first => {
                let more = first.leading_ones().clamp(2, 4) - 1;
                let mut bytes = vec![first];
                for _ in 0..more {
                    bytes.push(byte()?);
                }
                Key::Char(String::from_utf8_lossy(&bytes).chars().next().unwrap_or(' '))
            }
        })
    }

    /// An arrow, or the escape key followed by something that nobody types.
    fn escape(&mut self) -> Option<Key> {
        if byte()? != b'[' {
            return Some(Key::Escape);
        }
        Some(match byte()? {
            b'A' => Key::Up,
            b'B' => Key::Down,
            b'C' => Key::Right,
            b'D' => Key::Left,
            _ => Key::Escape,
        })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        write("\x1b[?25h\x1b[?1049l");
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.before);
    }
}

fn byte() -> Option<u8> {
    let mut one = [0];
    (stdin().lock().read(&mut one).ok()? == 1).then_some(one[0])
}

fn write(text: &str) {
    let mut out = stdout().lock();
    // A terminal that is gone is noticed when a key is read.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
