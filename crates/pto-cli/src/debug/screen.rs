//! The screen as lines of text: where the run is, the source, a panel, and what was said last.

use super::Debugger;
use pto_debug::Traveller;
use pto_ir::visible;

impl Debugger<'_> {
    /// The lines of a screen of this size.
    pub fn draw(&self, run: &Traveller<'_, '_, '_>, width: usize, height: usize) -> Vec<String> {
        let (width, height) = (width.max(40), height.max(8));
        let body = height - 2;
        let left = width / 2;
        let here = run.here().map(|h| h.1);
        let source = self.source_lines(here, body, left - 1);
        let panel = self.panel_lines(run, body, width - left - 2);
        let mut lines = vec![reversed(&fit(&self.title(run), width))];
        for i in 0..body {
            let (text, is_here) = source.get(i).cloned().unwrap_or_default();
            let text = fit(&text, left - 1);
            let text = if is_here { reversed(&text) } else { text };
            let beside = panel.get(i).map_or(String::new(), |p| fit(p, width - left - 2));
            lines.push(format!("{text} │{}", beside.trim_end()));
        }
        let last = match &self.prompt {
            Some((prompt, text)) => format!("{}: {text}_", prompt.text()),
            None => self.message.clone(),
        };
        lines.push(fit(&last, width).trim_end().to_string());
        lines
    }

    fn title(&self, run: &Traveller<'_, '_, '_>) -> String {
        let core = run.session.core();
        let who = core.as_ref().map_or_else(String::new, |c| {
            let loops: Vec<String> = c
                .loops()
                .iter()
                .map(|l| format!("%{}={} (#{})", l.name, l.value, l.iteration))
                .collect();
            format!("block {} {}  {}", c.at().block, c.at().role, loops.join("  "))
        });
        let end = run.end().map_or_else(String::new, |e| format!("/{e}"));
        format!("{}  step {}{end}  {who}", self.source.path, run.at())
    }

    /// Lines of the source around the current one, which is marked.
    fn source_lines(
        &self,
        here: Option<usize>,
        height: usize,
        width: usize,
    ) -> Vec<(String, bool)> {
        let all: Vec<&str> = self.source.text.lines().collect();
        let middle = here.unwrap_or(1);
        let most = all.len().saturating_sub(height);
        let first = middle.saturating_sub(height / 2 + 1).min(most);
        let line = |(i, text): (usize, &&str)| {
            let number = first + i + 1;
            let is_here = Some(number) == here;
            let stops = self.breakpoints.iter().any(|b| b.line == Some(number));
            let mark = match (is_here, stops) {
                (true, _) => '>',
                (false, true) => '*',
                _ => ' ',
            };
            (fit(&format!("{mark}{number:>4} {}", visible(text)), width), is_here)
        };
        all[first..].iter().take(height).enumerate().map(line).collect()
    }
}

/// A text cut or filled up to a width.
pub(super) fn fit(text: &str, width: usize) -> String {
    let mut out: String =
        text.chars().map(|c| if c == '\t' { ' ' } else { c }).take(width).collect();
    let count = out.chars().count();
    out.extend(std::iter::repeat_n(' ', width - count));
    out
}

fn reversed(text: &str) -> String {
    format!("\x1b[7m{text}\x1b[0m")
}
