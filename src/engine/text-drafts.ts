import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { fileError } from "../store/file-error.ts";

/** Text in a private file until it is saved or discarded. */
export interface TextDraft {
  readonly path: string;
  /** Returns the kept text; null if there is none. */
  read(): string | null;
  /** Replaces the text at once. @throws {StoreUnwritableError | StoreFullError} */
  place(text: string): void;
  /** Replaces the text without blocking. It survives the end of the process, not a power cut. */
  keep(text: string): Promise<void>;
  discard(): void;
}

/** Returns the draft of a file name. */
export function textDraft(dataDir: string, name: string): TextDraft {
  const directory = join(dataDir, "drafts");
  const path = join(directory, name);
  const made = { recursive: true, mode: 0o700 } as const;
  return {
    path,
    read() {
      try {
        return readTextWithin(path);
      } catch {
        // A draft that cannot be read is as good as none.
        return null;
      }
    },
    place(text) {
      try {
        mkdirSync(directory, made);
        writeFileAtomic(path, text, { mode: 0o600, replace: true });
      } catch (error) {
        throw fileError(error, path);
      }
    },
    async keep(text) {
      await mkdir(directory, made);
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    discard: () => rmSync(path, { force: true }),
  };
}

/** Returns the names of the drafts that match a pattern. */
export function draftNames(dataDir: string, pattern: RegExp): readonly string[] {
  try {
    return readdirSync(join(dataDir, "drafts")).filter((name) => pattern.test(name));
  } catch {
    // There is no directory before the first draft.
    return [];
  }
}
