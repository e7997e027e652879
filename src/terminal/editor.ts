import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What came of it: the text as it is now, or why there is none, in words for a person. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/**
 * Opens a text in $VISUAL, $EDITOR or vi, and reads it back when the editor ends. The caller has lent the terminal before.
 * The text lies in a file only its owner can read, with this ending (`.json`) so that the editor knows what it is, and is removed after.
 * An editor that ends with an error has changed nothing: that is how one leaves an editor without saving (`:cq`).
 */
export async function editText(
  text: string,
  ending: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Edited> {
  const editor = editorOf(env);
  const directory = await mkdtemp(join(tmpdir(), "hooklens-"));
  try {
    const file = join(directory, `edit${ending}`);
    await writeFile(file, text, { mode: 0o600, flag: "wx" });
    const why = await runEditor(editor, [file]);
    return why === null ? { ok: true, text: await readFile(file, "utf8") } : { ok: false, why };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Opens a file where it is in $VISUAL, $EDITOR or vi, at a line where the editor is one that can be told. The caller has lent the
 * terminal before.
 * @param line counted from 1
 * @returns why it could not be edited, in words for a person; null: the editor ended well
 */
export function editFile(
  path: string,
  line: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const editor = editorOf(env);
  return runEditor(editor, lineArguments(editor, path, line));
}

function editorOf(env: Readonly<Record<string, string | undefined>>): string {
  return env["VISUAL"] || env["EDITOR"] || "vi";
}

/** How editors are told to begin at a line, by the names of their programs. */
const lineStyles: readonly (readonly [RegExp, (path: string, line: number) => readonly string[]])[] = [
  [
    /^(?:n?vim?|vimx|view|nano|pico|emacs|emacsclient|mg|micro|kak|joe|jed|ne|mcedit|gedit)$/,
    (path, line) => [`+${line}`, path],
  ],
  [/^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/, (path, line) => ["-g", `${path}:${line}`]],
  [/^(?:hx|helix|subl|sublime_text|zed|zeditor)$/, (path, line) => [`${path}:${line}`]],
];

/** What an editor is called with; one that is not known gets the file alone. @param editor with its own arguments: `code --wait` */
export function lineArguments(editor: string, path: string, line: number): readonly string[] {
  const program = editor.trim().split(/\s+/)[0]?.split("/").at(-1) ?? "";
  const style = lineStyles.find(([names]) => names.test(program));
  return style === undefined ? [path] : style[1](path, line);
}

/** Runs it until it ends. @returns why it failed, or null */
async function runEditor(editor: string, args: readonly string[]): Promise<string | null> {
  // Through the shell, as the variable may hold arguments: `code --wait`. The file is no part of what the shell reads.
  const child = spawn("sh", ["-c", `${editor} "$@"`, editor, ...args], { stdio: "inherit" });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (...ending) => resolve(ending));
  });
  if (code === 127) return `the editor ${editor} was not found`;
  return code === 0 ? null : `the editor ${editor} ended with ${signal ?? `code ${code}`}`;
}
