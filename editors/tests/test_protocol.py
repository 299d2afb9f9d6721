"""`pto lsp` over stdio, asked by pygls: every feature on real programs.

    PTO=target/debug/pto python -m unittest discover -s editors/tests
"""

import asyncio
import os
import pathlib
import re
import unittest

from lsprotocol import types as t
from pygls.lsp.client import LanguageClient

ROOT = pathlib.Path(__file__).resolve().parents[2]
PTO = os.environ.get("PTO", str(ROOT / "target/debug/pto"))

ADD = """// check: cpu a2a3 a5
!tile = !pto.tile_buf<vec, 16x64xf32>
func.func @add(%a: !tile, %b: !tile) {
  %n = arith.constant 48 : index
  %sum = pto.alloc_tile : !tile
  pto.tadd ins(%a, %b : !tile, !tile) outs(%sum : !tile)
  // 和 🙂
  pto.tneg ins(%sum : !tile) outs(%b : !tile)
  return
}
"""
# Loads are waited for, the sum is not.
BY_HAND = """!tile = !pto.tile_buf<vec, 16x64xf32>
!part = !pto.partition_tensor_view<16x64xf32>
func.func @add(%x: !part, %y: !part) {
  %at = arith.constant 0 : i64
  %a = pto.alloc_tile addr = %at : !tile
  pto.tload ins(%x : !part) outs(%a : !tile)
  pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tadd ins(%a, %a : !tile, !tile) outs(%a : !tile)
  pto.tstore ins(%a : !tile) outs(%y : !part)
  return
}
"""


def position(text, needle, plus=0, nth=0):
    """The position of a piece of text: lines and UTF-16 units."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(needle, at + 1)
    at += plus
    start = text.rfind("\n", 0, at) + 1
    return t.Position(text.count("\n", 0, at), len(text[start:at].encode("utf-16-le")) // 2)


def offset(text, p):
    """The place of a position, the other way."""
    lines = text.split("\n")
    units = lines[p.line].encode("utf-16-le")[: 2 * p.character]
    return sum(len(l) + 1 for l in lines[: p.line]) + len(units.decode("utf-16-le"))


def apply(text, edits):
    """The text after edits, from the last to the first."""
    for e in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[: offset(text, e.range.start)] + e.new_text + text[offset(text, e.range.end) :]
    return text


def covered(text, r):
    return text[offset(text, r.start) : offset(text, r.end)]


class Server(unittest.IsolatedAsyncioTestCase):
    maxDiff = None
    options = {"commands": ["pto.run", "pto.debug"]}

    async def asyncSetUp(self):
        self.client = LanguageClient("tests", "1")
        self.found = {}
        self.news = asyncio.Condition()

        @self.client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        async def findings(params):
            async with self.news:
                self.found[params.uri] = params
                self.news.notify_all()

        await self.client.start_io(PTO, "lsp")
        resolve = t.ClientCodeActionResolveOptions(properties=["edit"])
        actions = t.CodeActionClientCapabilities(resolve_support=resolve)
        capabilities = t.ClientCapabilities(text_document=t.TextDocumentClientCapabilities(code_action=actions))
        params = t.InitializeParams(capabilities=capabilities, initialization_options=self.options)
        self.server = await self.client.initialize_async(params)
        self.client.initialized(t.InitializedParams())

    async def asyncTearDown(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client._server.wait(), 10)
        self.assertEqual(self.client._server.returncode, 0)
        await self.client.stop()

    def open(self, text, name="a.pto"):
        self.uri, self.text, self.version = f"file:///{name}", text, 1
        item = t.TextDocumentItem(uri=self.uri, language_id="pto", version=1, text=text)
        self.client.text_document_did_open(t.DidOpenTextDocumentParams(item))
        self.document = t.TextDocumentIdentifier(self.uri)

    def example(self, name):
        self.open((ROOT / "examples" / name).read_text(), name)

    def change(self, new):
        self.version += 1
        self.text = new
        whole = t.TextDocumentContentChangeWholeDocument(new)
        versioned = t.VersionedTextDocumentIdentifier(version=self.version, uri=self.uri)
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(versioned, [whole]))

    async def diagnostics(self):
        async with self.news:
            await asyncio.wait_for(
                self.news.wait_for(lambda: self.uri in self.found and self.found[self.uri].version == self.version), 20
            )
        return list(self.found[self.uri].diagnostics)

    def whole(self):
        return t.Range(t.Position(0, 0), t.Position(self.text.count("\n") + 1, 0))

    async def hover(self, needle, plus=0, nth=0):
        at = position(self.text, needle, plus, nth)
        h = await self.client.text_document_hover_async(t.HoverParams(self.document, at))
        return None if h is None else h.contents.value

    async def actions(self, needle, plus=0):
        at = position(self.text, needle, plus)
        context = t.CodeActionContext(diagnostics=[])
        params = t.CodeActionParams(self.document, t.Range(at, at), context)
        return await self.client.text_document_code_action_async(params)

    async def do(self, actions, title):
        """The text after an action."""
        action = next(a for a in actions if re.search(title, a.title))
        if action.edit is None:
            action = await self.client.code_action_resolve_async(action)
        return apply(self.text, action.edit.changes[self.uri])

    async def complete(self, needle, plus):
        at = position(self.text, needle, plus)
        return (await self.client.text_document_completion_async(t.CompletionParams(self.document, at))).items

    async def execute(self, command, **argument):
        params = t.ExecuteCommandParams(command=command, arguments=[{"uri": self.uri, **argument}])
        result = await self.client.workspace_execute_command_async(params)
        return result if isinstance(result, dict) else result._asdict() if hasattr(result, "_asdict") else vars(result)

    # Findings

    async def test_findings_as_you_type(self):
        self.open(ADD)
        self.assertEqual(await self.diagnostics(), [])
        self.change(ADD.replace("ins(%sum :", "ins(%sun :"))
        (d,) = await self.diagnostics()
        self.assertEqual((d.code, d.severity, d.source), ("E0301", t.DiagnosticSeverity.Error, "pto"))
        self.assertEqual(covered(self.text, d.range), "%sun")
        self.change(ADD)
        self.assertEqual(await self.diagnostics(), [])

    async def test_findings_of_the_configured_targets(self):
        self.example("broken.pto")
        on_cpu = await self.diagnostics()
        self.client.workspace_did_change_configuration(
            t.DidChangeConfigurationParams(settings={"pto": {"targets": ["a2a3", "a5"]}})
        )
        self.found.clear()
        found = await self.diagnostics()
        self.assertGreater(len(found), len(on_cpu))
        self.assertTrue(any("does not take bf16 on a2a3" in d.message for d in found))

    async def test_places_after_wide_characters(self):
        text = 'func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) attributes {x = "中文🙂"} { pto.tneg ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%q : !pto.tile_buf<vec, 16x64xf32>)\n return }\n'
        self.open(text)
        found = await self.diagnostics()
        at = next(d for d in found if d.code == "E0301")
        self.assertEqual(covered(text, at.range), "%q")
        self.assertEqual(at.range.start, position(text, "%q"))

    async def test_incremental_changes_in_wide_text(self):
        self.open(ADD)
        await self.diagnostics()
        at = position(ADD, "和 🙂", 3)
        part = t.TextDocumentContentChangePartial(range=t.Range(at, at), text="🙂中\n  pto.tfoo")
        self.version = 2
        versioned = t.VersionedTextDocumentIdentifier(version=2, uri=self.uri)
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(versioned, [part]))
        self.text = ADD.replace("和 🙂", "和 🙂🙂中\n  pto.tfoo")
        found = await self.diagnostics()
        self.assertTrue(any(covered(self.text, d.range) == "pto.tfoo" for d in found), found)

    # Actions

    async def test_a_quick_fix_mends(self):
        self.example("broken.pto")
        self.client.workspace_did_change_configuration(t.DidChangeConfigurationParams({"targets": ["a2a3"]}))
        actions = await self.actions("pto.trwosum", 3)
        fix = next(a for a in actions if a.kind == t.CodeActionKind.QuickFix)
        self.assertTrue(fix.is_preferred)
        self.assertEqual(fix.diagnostics[0].code, "E0002")
        self.assertIn("pto.trowsum ins", apply(self.text, fix.edit.changes[self.uri]))

    async def test_forms_are_converted(self):
        self.open(ADD.replace("outs(%b", "outs(%d").replace("  %sum = ", "  %d = pto.alloc_tile : !tile\n  %sum = "))
        actions = await self.actions("pto.tadd", 5)
        ssa = await self.do(actions, "values")
        self.assertIn("%sum = pto.tadd %a, %b : (", ssa)
        self.assertIn("// 和 🙂", ssa)

    async def test_a_function_is_lowered(self):
        self.open(ADD.replace("// check: cpu a2a3 a5\n", ""))
        lowered = await self.do(await self.actions("pto.tadd"), "Lower @add")
        self.assertIn("pto.alloc_tile addr = ", lowered)

    async def test_a_missing_wait_is_inserted(self):
        self.open(BY_HAND)
        actions = await self.actions("pto.tadd ins", 4)
        mended = await self.do(actions, "Insert the missing wait")
        self.assertRegex(mended, r"pto\.wait_flag ?\[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>\]\n  pto.tstore")

    async def test_expected_findings_are_inserted(self):
        self.open(ADD.replace("ins(%sum :", "ins(%sun :"))
        blessed = await self.do(await self.actions("pto.tneg"), "expectations")
        self.assertIn("//             ^^^^ error[E0301]: `%sun` is used but not defined", blessed)
        self.open(blessed, "blessed.pto")
        report = await self.execute("pto.expectations")
        self.assertTrue(report["success"], report)

    # Reading

    async def test_hover(self):
        self.open(ADD)
        page = await self.hover("pto.tadd", 5)
        self.assertIn("**pto.tadd**", page)
        self.assertIn("| a5 |", page)
        self.assertRegex(page, r"a2a3, PIPE_V: [\d,]+ cycles by itself")
        self.assertRegex(page, r"a5, PIPE_V: [\d,]+ cycles by itself")
        value = await self.hover("%sum", 1)
        self.assertIn("16 x 64 elements of f32", value)
        self.assertIn("4,096 bytes", value)
        self.assertIn("constant: 48 (0x30)", await self.hover("%n", 1))
        self.assertIn("!tile = !pto.tile_buf<vec, 16x64xf32>", await self.hover("!tile, %b", 2))
        self.assertIsNone(await self.hover("// 和", 3))

    async def test_completion_of_instructions(self):
        self.open(ADD.replace("  return", "  pto.tro\n  return"))
        items = await self.complete("pto.tro", 7)
        labels = [i.label for i in items]
        self.assertIn("pto.trowsum", labels)
        self.assertTrue(all(l.startswith("pto.tro") for l in labels))
        item = next(i for i in items if i.label == "pto.trowsum")
        self.assertIn("ins(${1:%src}", item.text_edit.new_text)
        self.assertEqual(covered(self.text, item.text_edit.range), "pto.tro")
        full = await self.client.completion_item_resolve_async(item)
        self.assertIn("trowsum", full.documentation.value)

    async def test_completion_of_values_of_the_right_type(self):
        self.open(ADD.replace("  return", "  pto.tadd ins(%\n  return"))
        items = sorted(await self.complete("ins(%\n", 5), key=lambda i: i.sort_text)
        self.assertEqual([i.label for i in items], ["%sum", "%b", "%a", "%n"])
        self.assertEqual(items[0].detail, "!pto.tile_buf<vec, 16x64xf32>")

    async def test_completion_of_the_rest(self):
        self.open(ADD.replace("  return", "  pto.set_flag[<\n  return"))
        self.assertIn("PIPE_MTE2", [i.label for i in await self.complete("set_flag[<", 10)])
        self.open(ADD.replace("  return", "  pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <E\n  return"), "b.pto")
        self.assertIn("EVENT_ID7", [i.label for i in await self.complete("<E", 2)])
        self.open(ADD.replace("  return", "  %t = pto.alloc_tile : !\n  return"), "c.pto")
        labels = [i.label for i in await self.complete("tile : !\n", 8)]
        self.assertTrue({"!tile", "!pto.tile_buf"} <= set(labels), labels)
        self.open(ADD.replace("  return", "  pto.tcvt ins(%a : !tile) outs(%b : !tile) {r\n  return"), "d.pto")
        names = [i.label for i in await self.complete("{r\n", 2)]
        self.assertTrue(names and all(n.startswith("r") for n in names), names)
        self.open(ADD.replace("  return", "  func.call @\n  return"), "e.pto")
        self.assertEqual([i.label for i in await self.complete("call @", 6)], ["@add"])

    async def test_signature_help(self):
        self.open(ADD.replace("  return", "  pto.tadd ins(%a, \n  return"))
        at = position(self.text, "ins(%a, \n", 8)
        help = await self.client.text_document_signature_help_async(t.SignatureHelpParams(self.document, at))
        (signature,) = help.signatures
        self.assertTrue(signature.label.startswith("pto.tadd ins(%src0, %src1"))
        start, end = signature.parameters[help.active_parameter].label
        self.assertEqual(signature.label[start:end], "%src1")

    async def test_navigation(self):
        self.open(ADD)
        at = position(ADD, "%sum", 2, nth=2)
        definition = await self.client.text_document_definition_async(t.DefinitionParams(self.document, at))
        self.assertEqual([covered(ADD, l.range) for l in definition], ["%sum"])
        self.assertEqual(definition[0].range.start, position(ADD, "%sum"))
        context = t.ReferenceContext(include_declaration=True)
        references = await self.client.text_document_references_async(t.ReferenceParams(context, self.document, at))
        self.assertEqual(len(references), 3)
        highlights = await self.client.text_document_document_highlight_async(
            t.DocumentHighlightParams(self.document, at)
        )
        self.assertEqual(len(highlights), 3)
        alias = position(ADD, "!tile) outs", 2)
        definition = await self.client.text_document_definition_async(t.DefinitionParams(self.document, alias))
        self.assertEqual(definition[0].range.start, t.Position(1, 0))

    async def test_rename(self):
        self.open(ADD)
        at = position(ADD, "%sum", 2)
        place = await self.client.text_document_prepare_rename_async(t.PrepareRenameParams(self.document, at))
        self.assertEqual((place.placeholder, covered(ADD, place.range)), ("sum", "sum"))
        rename = lambda new: self.client.text_document_rename_async(t.RenameParams(self.document, at, new))
        edit = await rename("total")
        self.assertEqual(apply(ADD, edit.changes[self.uri]), ADD.replace("%sum", "%total"))
        for taken in ["a", "no name", ""]:
            with self.assertRaises(Exception):
                await rename(taken)

    async def test_structure(self):
        self.example("softmax.pto")
        symbols = await self.client.text_document_document_symbol_async(t.DocumentSymbolParams(self.document))
        self.assertIn("!rows", [s.name for s in symbols])
        module = next(s for s in symbols if s.name == "module")
        (function,) = module.children
        self.assertEqual((function.name, function.kind), ("@softmax", t.SymbolKind.Function))
        self.assertIn("scf.for", [s.name for s in function.children])
        folds = await self.client.text_document_folding_range_async(t.FoldingRangeParams(self.document))
        kinds = [f.kind for f in folds]
        self.assertEqual(kinds.count(t.FoldingRangeKind.Region), 3)
        self.assertGreaterEqual(kinds.count(t.FoldingRangeKind.Comment), 1)
        at = position(self.text, "%max : !column", 1)
        (chain,) = await self.client.text_document_selection_range_async(t.SelectionRangeParams(self.document, [at]))
        sizes = []
        while chain:
            sizes.append(covered(self.text, chain.range))
            chain = chain.parent
        self.assertEqual(sizes[0], "%max")
        self.assertIn("%max : !column", sizes)
        self.assertEqual(sizes[-1], self.text)

    async def test_semantic_tokens(self):
        self.open(ADD)
        legend = self.server.capabilities.semantic_tokens_provider.legend.token_types
        result = await self.client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(self.document))
        line = column = 0
        seen = []
        for i in range(0, len(result.data), 5):
            dl, dc, length, kind, _ = result.data[i : i + 5]
            line, column = line + dl, dc if dl else column + dc
            start = t.Position(line, column)
            seen.append((covered(ADD, t.Range(start, t.Position(line, column + length))), legend[kind]))
        for expected in [("pto.tadd", "macro"), ("%sum", "variable"), ("%a", "parameter"), ("// 和 🙂", "comment"),
                         ("!tile", "type"), ("@add", "function"), ("48", "number"), ("func.func", "keyword")]:
            self.assertIn(expected, seen)

    async def test_formatting(self):
        self.open(ADD.replace("  %sum", "        %sum").replace("ins(%a, %b", "ins( %a,%b"))
        options = t.FormattingOptions(tab_size=2, insert_spaces=True)
        edits = await self.client.text_document_formatting_async(t.DocumentFormattingParams(self.document, options))
        self.assertEqual(apply(self.text, edits), ADD)

    # Hints, lenses, commands

    async def hints(self):
        params = t.InlayHintParams(self.document, self.whole())
        hints = await self.client.text_document_inlay_hint_async(params)
        return {(self.text.split("\n")[h.position.line].strip()[:12], h.label) for h in hints}

    async def test_inlay_hints(self):
        self.example("softmax.pto")
        hints = await self.hints()
        self.assertIn(("%x = pto.all", ": 8x2048xf32"), hints)
        self.assertTrue(any(l.startswith("≤ ") and l.endswith("cycles") for _, l in hints), hints)
        self.assertTrue(any("of 192 KB in use" in l for _, l in hints), hints)
        self.assertIn(("pto.trowmax ", "V waits for MTE2"), hints)

    async def test_half_typed_programs_keep_their_hints(self):
        self.example("softmax.pto")
        before = await self.hints()
        self.change(self.text.replace("    %tmp = pto.alloc_tile", "    pto.tad\n    %tmp = pto.alloc_tile"))
        self.assertTrue(await self.diagnostics())
        now = await self.hints()
        self.assertIn(("pto.trowmax ", "V waits for MTE2"), now)
        self.assertTrue(any("of 192 KB in use" in l for _, l in now), now)
        self.assertGreater(len(now), len(before) - 3)

    async def test_code_lenses_and_their_commands(self):
        self.example("add_manual.pto")
        lenses = await self.client.text_document_code_lens_async(t.CodeLensParams(self.document))
        commands = [l.command.command for l in lenses]
        self.assertEqual(
            set(commands),
            {"pto.run", "pto.debug", "pto.checkSync", "pto.cost", "pto.trace", "pto.lower", "pto.memoryMap"},
        )
        self.assertEqual(lenses[0].command.arguments[0]["function"], "add")
        cost = await self.execute("pto.cost", function="add", args=[128, 128], target="a5")
        self.assertTrue(cost["success"], cost)
        self.assertIn("cycles", cost["output"])
        sync = await self.execute("pto.checkSync", target="a2a3")
        self.assertIn("the synchronisation of `@add` is proved", sync["output"])
        trace = await self.execute("pto.trace", function="add", args=[128, 128], target="a2a3")
        self.assertIn("<html", trace["page"][:300])

    async def test_commands_about_auto_programs(self):
        self.example("softmax.pto")
        lowered = await self.execute("pto.lower", target="a5")
        self.assertIn("pto.wait_flag", lowered["output"])
        memory = await self.execute("pto.memoryMap", target="a5")
        self.assertIn("<svg", memory["page"])
        page = await self.execute("pto.instruction", name="tadd")
        self.assertIn("# pto.tadd", page["output"])
        code = await self.execute("pto.explain", name="E0203")
        self.assertIn("E0203", code["output"])
        self.example("hello.pto")
        run = await self.execute("pto.run", args=[])
        self.assertIn("words", run)


if __name__ == "__main__":
    unittest.main()
