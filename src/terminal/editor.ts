import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EditorPlace, editorArguments } from "./editor-arguments.ts";

/** Result of an edit: the new text, or a reason for the user. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string };

/**
 * Opens a text in $VISUAL, $EDITOR or vi and reads it back when the editor exits. The caller must lend the terminal
 * first. The temporary file is private, has the extension `ending` (`.json`), and is removed afterwards. An editor
 * that exits with an error (`:cq` in vi) discards the changes.
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
 * Opens a file in $VISUAL, $EDITOR or vi, at a place if the editor is known. The caller must lend the terminal
 * first.
 * @returns the reason of a failure for the user; null if the editor exited with code 0
 */
export function editFile(
  path: string,
  place: EditorPlace,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const editor = editorOf(env);
  return runEditor(editor, editorArguments(editor, path, place));
}

function editorOf(env: Readonly<Record<string, string | undefined>>): string {
  return env["VISUAL"] || env["EDITOR"] || "vi";
}

/** Runs the editor until it exits. Returns the reason of a failure, or null. */
async function runEditor(editor: string, args: readonly string[]): Promise<string | null> {
  // The variable may contain arguments (`code --wait`): a shell runs it, with the file as an argument.
  const child = spawn("sh", ["-c", `${editor} "$@"`, editor, ...args], { stdio: "inherit" });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (...ending) => resolve(ending));
  });
  if (code === 127) return `the editor ${editor} was not found`;
  return code === 0 ? null : `the editor ${editor} ended with ${signal ?? `code ${code}`}`;
}
