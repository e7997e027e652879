import { createHash, randomInt } from "node:crypto";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { listeningUrl, makeCliHome, runInProcess, type RunningCli, startCli } from "../support/cli.ts";
import { postMany } from "../support/load.ts";

/** Number of kills. */
const rounds = Number(process.env["HOOKLENS_KILL_ROUNDS"] ?? 3);
/** Number of deliveries of each. */
const count = Number(process.env["HOOKLENS_KILL_DELIVERIES"] ?? 4_000);
const connections = 16;

/** Creates a distinct body, so that its hash in the log identifies the delivery. */
function makeBody(id: number): string {
  return JSON.stringify({
    event: { action: "update", scope: "repo.content" },
    repo: { type: "dataset", name: "me/corpus" },
    webhook: { id: "6390e855e30d9209411de93b", version: 3 },
    updatedRefs: [{ ref: "refs/heads/main", oldSha: null, newSha: id.toString(16).padStart(40, "0") }],
  });
}

function digest(id: number): string {
  return createHash("sha256").update(makeBody(id)).digest("hex");
}

async function receive(home: string): Promise<{ readonly receiver: RunningCli; readonly port: number }> {
  const receiver = startCli(["receive", "--port", "0", "--secret", "s"], { home });
  return { receiver, port: Number(new URL(await listeningUrl(receiver)).port) };
}

describe("a receiver killed with -9 under load", () => {
  it.each(Array.from({ length: rounds }, (_, round) => [round + 1]))(
    "has every acknowledged delivery exactly once after the restart, round %i",
    async () => {
      const killAt = randomInt(1, count - 500);
      const { home, remove } = makeCliHome();
      const { receiver, port } = await receive(home);
      const acknowledged = await postMany({
        port,
        connections,
        count,
        secret: "s",
        makeBody(id) {
          if (id === killAt) receiver.child.kill("SIGKILL");
          return makeBody(id);
        },
      });
      expect(await receiver.ended).toMatchObject({ signal: "SIGKILL" });
      // The process was working when it was killed, and did not finish.
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAt - connections);
      expect(acknowledged.length).toBeLessThan(count);

      const again = await receive(home);
      const { code, stdout, stderr } = await runInProcess(["deliveries", "ls", "--format", "json"], { home });
      again.receiver.child.kill("SIGTERM");
      expect((await again.receiver.ended).code).toBe(0);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });

      const logged = new Map<string, number>();
      for (const { sha256 } of JSON.parse(stdout) as readonly { sha256: string }[]) {
        logged.set(sha256, (logged.get(sha256) ?? 0) + 1);
      }
      expect(
        acknowledged.filter((id) => logged.get(digest(id)) !== 1),
        `killed at request ${killAt}`,
      ).toEqual([]);
      // At most one more per connection: on disk, but killed before its response was sent.
      expect(logged.size - acknowledged.length).toBeLessThanOrEqual(connections);
      remove();
    },
  );
});
