import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { freshDataDir } from "../fresh-data-dir.ts";
import { programFile } from "../program.ts";

/** Returns a directory for the PATH in which `hooklens` is the program under test; removed after the test. */
export function commandDirectory(): string {
  const directory = freshDataDir("bin");
  mkdirSync(directory);
  writeFileSync(
    join(directory, "hooklens"),
    `#!/bin/sh\nexec '${process.execPath}' '${programFile()}' "$@"\n`,
    { mode: 0o755 },
  );
  return directory;
}
