import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { editFile, lineArguments } from "../../../src/terminal/editor.ts";
import { policyFolder } from "../../support/policy/policy-folder.ts";

it.each([
  ["vi", ["+7", "a b.yaml"]],
  ["/usr/bin/nvim -u NONE", ["+7", "a b.yaml"]],
  ["emacsclient -t", ["+7", "a b.yaml"]],
  ["nano", ["+7", "a b.yaml"]],
  ["hx", ["a b.yaml:7"]],
  ["code --wait", ["-g", "a b.yaml:7"]],
  ["subl -w", ["a b.yaml:7"]],
  ["my-own-editor", ["a b.yaml"]],
  ["", ["a b.yaml"]],
])("tells %j the line as it wants it told", (editor, args) => {
  expect(lineArguments(editor, "a b.yaml", 7)).toEqual(args);
});

it("opens the file itself, with the editor's own arguments, whatever its name is", async () => {
  const folder = policyFolder({
    nano: '#!/bin/sh\nfor arg; do echo "[$arg]" >> "$0.args"; done\necho edited > "$3"\n',
    "it's $(a) name.yaml": "before",
  });
  const editor = join(folder, "nano");
  chmodSync(editor, 0o700);
  const path = join(folder, "it's $(a) name.yaml");
  expect(await editFile(path, 12, { EDITOR: `${editor} -w` })).toBeNull();
  expect(readFileSync(`${editor}.args`, "utf8")).toBe(`[-w]\n[+12]\n[${path}]\n`);
  expect(readFileSync(path, "utf8")).toBe("edited\n");
});

it("says how an editor failed", async () => {
  expect(await editFile("x", 1, { EDITOR: "false" })).toBe("the editor false ended with code 1");
  expect(await editFile("x", 1, { VISUAL: "no-such-editor", EDITOR: "true" })).toBe(
    "the editor no-such-editor was not found",
  );
});
