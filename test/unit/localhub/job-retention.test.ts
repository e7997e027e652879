import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeRunDirectory, tidyRuns } from "../../../src/localhub/jobs/run-directory.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const dayMs = 24 * 60 * 60 * 1000;

async function runsOnDisk(count: number) {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const root = join(dataDir, "jobs");
  const { jobs, close } = await openHubStore(dataDir);
  onTestFinished(close);
  const spec = {
    command: ["true"],
    arguments: [],
    environment: {},
    secrets: {},
    dockerImage: "x",
    spaceId: null,
    flavor: "cpu-basic",
    timeoutSeconds: null,
    labels: {},
    unused: {},
  };
  const added = Array.from({ length: count }, () =>
    jobs.add({ account: "me", spec, trigger: null, dispatch: null, failure: "ended" }),
  );
  const ids = (await Promise.all(added)).map(({ id }) => id);
  for (const id of ids) writeFileSync(join(makeRunDirectory(root, id).log, "00000000.log"), "said");
  const has = (id: string | undefined, part: string): boolean => existsSync(join(root, id ?? "", part));
  return { jobs, root, ids, has };
}

test("the newest 200 ended runs are kept with their output", async () => {
  const { jobs, root, ids, has } = await runsOnDisk(203);
  await tidyRuns(jobs, root, () => false, Date.now());
  expect(ids.map((id) => has(id, "log/00000000.log"))).toEqual(ids.map((_, n) => n >= 3));
  expect(await jobs.list("me")).toHaveLength(200);
});

test("a scratch directory is removed a day after its last change, unless the run continues; output stays", async () => {
  const { jobs, root, ids, has } = await runsOnDisk(3);
  const nowMs = Date.now();
  const [old, live, young] = ids;
  for (const id of [old, live]) {
    const longAgo = new Date(nowMs - dayMs - 1000);
    utimesSync(join(root, id ?? "", "scratch"), longAgo, longAgo);
  }
  writeFileSync(join(root, "not a run"), "");
  await tidyRuns(jobs, root, (id) => id === live, nowMs);
  expect([old, live, young].map((id) => has(id, "scratch"))).toEqual([false, true, true]);
  expect(ids.map((id) => has(id, "log/00000000.log"))).toEqual([true, true, true]);
  expect(existsSync(join(root, "not a run"))).toBe(true);
});
