import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onRelease } from "./shared.ts";

/** Returns the path of a data directory to create, in a temporary directory removed after the test or the tests that share it. */
export function freshDataDir(name = "data"): string {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-"));
  onRelease(() => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }));
  return join(parent, name);
}
