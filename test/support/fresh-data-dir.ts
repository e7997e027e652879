import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns the path of a data directory to create, in a temporary directory removed after the test. */
export function freshDataDir(name = "data"): string {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }));
  return join(parent, name);
}
