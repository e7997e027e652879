import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A data directory that is not there yet, in a temporary one that goes with the test. */
export function freshDataDir(name = "data"): string {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, name);
}
