import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Editor that runs a `sed` script on the file; the script of each run is read from a file. */
export interface SedEditor {
  readonly command: string;
  /** Sets the script of the next runs. */
  next(script: string): void;
}

/** Creates an editor for `EDITOR`. */
export function sedEditor(): SedEditor {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-test-"));
  const [command, script] = [join(directory, "editor.sh"), join(directory, "script.sed")];
  writeFileSync(command, `#!/bin/sh\nfor file; do :; done\nsed -i.before -f ${script} "$file"\n`);
  chmodSync(command, 0o755);
  return { command, next: (text) => writeFileSync(script, text) };
}
