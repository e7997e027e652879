import { watch } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRefs } from "../../src/localhub/git/refs.ts";
import { webhookPayloadSchema } from "../../src/model/payload.ts";
import type { HubStore } from "../../src/store/hub-store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { gitClient } from "../support/git-client.ts";
import { hubProcess } from "../support/hub-process.ts";
import { makeRepo } from "../support/hub-repo.ts";
import { testHub, testToken } from "../support/local-hub.ts";

/** Returns the events that were accepted for the only webhook, oldest first. */
async function accepted({ registry, activity }: HubStore) {
  const [webhook] = await registry.list("me");
  const { dispatches } = await activity.page(webhook?.id ?? "", { before: null, limit: 500 });
  const payloads = await Promise.all(
    dispatches.map(async ({ id }) => {
      const dispatch = await activity.get(id);
      return webhookPayloadSchema.parse(JSON.parse(dispatch?.payload ?? ""));
    }),
  );
  return payloads.toReversed();
}

/** Resolves at the nth change of the branches on disk: a lock, or a moved ref. */
function nthChange(gitDir: string, n: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    const watcher = watch(join(gitDir, "refs", "heads"), () => {
      seen += 1;
      if (seen < n) return;
      watcher.close();
      resolve();
    });
  });
}

test(
  "after kills at any moment of moving branches, all events together lead to their current refs",
  { timeout: 120_000 },
  async () => {
    const dataDir = freshDataDir();
    const first = await testHub({ dataDir });
    await first.client.createWebhook({
      url: "http://127.0.0.1:9/hook",
      watched: [{ type: "user", name: "me" }],
      domains: ["repo"],
    });
    await makeRepo(first, "net");
    const repo = await first.store.repos.find("model", "me/net");
    const gitDir = join(dataDir, "repos", `${repo?.id}.git`);
    const begun = await readRefs(gitDir);
    await first.store.close();

    const { git, tryGit, commit } = gitClient();
    await git("clone", "--quiet", gitDir, ".");
    const branches = ["a", "b", "c", "d"];
    for (let round = 1; round <= 10; round++) {
      const hub = await hubProcess(dataDir);
      await commit(1, `round ${round}`);
      const moved = nthChange(gitDir, round);
      const place = `${hub.endpoint.replace("//", `//me:${testToken}@`)}/me/net`;
      const push = tryGit("push", "--force", place, ...branches.map((branch) => `HEAD:${branch}`));
      await Promise.race([moved, push]);
      await hub.kill();
      await push;
    }

    const last = await testHub({ dataDir });
    last.hub.startDispatching();
    await expect.poll(() => last.store.repos.openChanges()).toEqual([]);
    const refs: Record<string, string | null> = { ...begun };
    for (const { event, updatedRefs } of await accepted(last.store)) {
      if (event.scope !== "repo.content") continue;
      for (const { ref, oldSha, newSha } of updatedRefs ?? []) {
        // The event is fired twice if the hub died before recording it.
        expect([oldSha, newSha]).toContain(refs[ref] ?? null);
        refs[ref] = newSha ?? null;
      }
    }
    expect(refs).toEqual(await readRefs(gitDir));
    expect(Object.keys(refs)).toHaveLength(5);
  },
);
