import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileLocks } from "../../../src/store/sqlite/locks.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

test("a lock file is readable by its owner only, also one that an older version left readable", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir, { mode: 0o755 });
  const file = join(dataDir, "hub.lock");
  const locks = fileLocks(dataDir);
  await (await locks.take("hub"))?.release();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  await (await locks.take("hub"))?.release();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
