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
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  const directory = await mkdtemp(join(tmpdir(), "hooklens-"));
  try {
    const file = join(directory, `edit${ending}`);
    await writeFile(file, text, { mode: 0o600, flag: "wx" });
    // Through the shell, as the variable may hold arguments: `code --wait`. The file is no part of what the shell reads.
    const child = spawn("sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (...ending) => resolve(ending));
    });
    if (code === 127) return { ok: false, why: `the editor ${editor} was not found` };
    if (code !== 0) return { ok: false, why: `the editor ${editor} ended with ${signal ?? `code ${code}`}` };
    return { ok: true, text: await readFile(file, "utf8") };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
