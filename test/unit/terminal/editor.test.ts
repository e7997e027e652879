import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editorArguments } from "../../../src/terminal/editor-arguments.ts";
import { editFile } from "../../../src/terminal/editor.ts";
import { policyFolder } from "../../support/policy/policy-folder.ts";

describe("the arguments that open a file at a place", () => {
  const place = { line: 7, before: "\t- Λ: 日 \u{1F600} " };
  it.each([
    ["vim", ["+call cursor(7,17)", "a b.yaml"]],
    ["/usr/bin/nvim -u NONE", ["+call cursor(7,17)", "a b.yaml"]],
    ["vi", ["+7|if 1|call cursor(7,17)|endif", "a b.yaml"]],
    ["vim.tiny -n", ["+7|if 1|call cursor(7,17)|endif", "a b.yaml"]],
    ["emacsclient -t", ["+7:20", "a b.yaml"]],
    ["nano", ["+7,20", "a b.yaml"]],
    ["kak", ["+7:17", "a b.yaml"]],
    ["micro", ["+7:11", "a b.yaml"]],
    ["joe", ["+7", "a b.yaml"]],
    ["hx", ["a b.yaml:7:11"]],
    ["subl -w", ["a b.yaml:7:11"]],
    ["code --wait", ["-g", "a b.yaml:7:12"]],
    ["my-own-editor", ["a b.yaml"]],
    ["vim-like", ["a b.yaml"]],
    ["", ["a b.yaml"]],
  ])("of %j are in its own form and count columns in its own unit", (editor, args) => {
    expect(editorArguments(editor, "a b.yaml", place)).toEqual(args);
  });

  it("have column 1 for the start of a line", () => {
    expect(editorArguments("nano", "p", { line: 1, before: "" })).toEqual(["+1,1", "p"]);
  });
});

it("opens the file itself, with the editor's own arguments, whatever its name is", async () => {
  const folder = policyFolder({
    nano: '#!/bin/sh\nfor arg; do echo "[$arg]" >> "$0.args"; done\necho edited > "$3"\n',
    "it's $(a) name.yaml": "before",
  });
  const editor = join(folder, "nano");
  chmodSync(editor, 0o700);
  const path = join(folder, "it's $(a) name.yaml");
  expect(await editFile(path, { line: 12, before: "  - " }, { EDITOR: `${editor} -w` })).toBeNull();
  expect(readFileSync(`${editor}.args`, "utf8")).toBe(`[-w]\n[+12,5]\n[${path}]\n`);
  expect(readFileSync(path, "utf8")).toBe("edited\n");
});

it("says how an editor failed", async () => {
  expect(await editFile("x", { line: 1, before: "" }, { EDITOR: "false" })).toBe(
    "the editor false ended with code 1",
  );
  expect(await editFile("x", { line: 1, before: "" }, { VISUAL: "no-such-editor", EDITOR: "true" })).toBe(
    "the editor no-such-editor was not found",
  );
});
