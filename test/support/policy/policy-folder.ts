import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freshDataDir } from "../fresh-data-dir.ts";

/** Returns the text of a bundled policy. */
export function shippedPolicy(vertical: string): string {
  return readFileSync(
    join(import.meta.dirname, "..", "..", "..", "fixtures", "policies", `${vertical}.yaml`),
    "utf8",
  );
}

/** Creates a directory with these files; it is removed after the test. */
export function policyFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = freshDataDir("policies");
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** Replaces a part of a text, which must contain it. */
export function changed(text: string, piece: string, other: string): string {
  if (!text.includes(piece)) throw new Error(`the policy has no ${JSON.stringify(piece)}`);
  return text.replace(piece, other);
}

/** Returns the line of the first occurrence of a part, from 1. */
export function lineOf(text: string, piece: string): number {
  return text.slice(0, text.indexOf(piece)).split("\n").length;
}
