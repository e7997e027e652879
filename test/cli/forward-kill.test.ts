import { createHash, randomInt } from "node:crypto";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { listeningUrl, makeCliHome, runInProcess, type RunningCli, startCli } from "../support/cli.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { postMany } from "../support/load.ts";
import { until } from "../support/until.ts";

const rounds = Number(process.env["HOOKLENS_KILL_ROUNDS"] ?? 1);
/** Number of deliveries of each round. */
const count = Number(process.env["HOOKLENS_KILL_FORWARDS"] ?? 1_500);
const connections = 16;

/**
 * Retry delays: the first is longer than a sender waits, so that each gets 202 after one attempt; the others
 * are short, but leave a slow machine time to receive.
 */
const retries = ["9500ms", ...Array.from({ length: 99 }, () => "3s")];

const makeBody = (id: number): string => JSON.stringify({ event: { action: "update", scope: "repo" }, id });
const digest = (id: number): string => createHash("sha256").update(makeBody(id)).digest("hex");

async function receive(home: string, forward: string): Promise<{ receiver: RunningCli; port: number }> {
  const receiver = startCli(["receive", "--port", "0", "--forward", forward], { home });
  return { receiver, port: Number(new URL(await listeningUrl(receiver)).port) };
}

async function killed({ child, ended }: RunningCli): Promise<void> {
  child.kill("SIGKILL");
  expect(await ended).toMatchObject({ signal: "SIGKILL" });
}

describe("a receiver that forwards, killed with -9 while its target is down, and again while it sends what waited", () => {
  it.each(Array.from({ length: rounds }, (_, round) => [round + 1]))(
    "gets every delivery it answered with 202 to the target when that comes back, round %i",
    { timeout: 120_000 },
    async () => {
      const { home, writeConfig, remove } = makeCliHome();
      writeConfig(`receiver: { forwardRetries: [${retries.join(", ")}] }`);
      const dead = await httpTarget(always(200));
      await dead.close();

      const killAt = randomInt(200, count - 200);
      const first = await receive(home, dead.url);
      const acknowledged = await postMany({
        port: first.port,
        connections,
        count,
        secret: null,
        makeBody(id) {
          if (id === killAt) first.receiver.child.kill("SIGKILL");
          return makeBody(id);
        },
      });
      expect(await first.receiver.ended).toMatchObject({ signal: "SIGKILL" });
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAt - connections);

      const target = await httpTarget(always(200), Number(new URL(dead.url).port));
      const second = await receive(home, target.url);
      await target.received(Math.floor(acknowledged.length / 3));
      await killed(second.receiver);

      const third = await receive(home, target.url);
      const reached = (): Set<number> => new Set(target.seen.map(({ body }) => Number(JSON.parse(body).id)));
      await until(() => {
        const ids = reached();
        return acknowledged.every((id) => ids.has(id));
      }, 60_000);
      const waiting = () =>
        runInProcess(["deliveries", "ls", "--where", "is:waiting", "--format", "quiet"], { home });
      await until(async () => (await waiting()).stdout === "", 60_000);
      third.receiver.child.kill("SIGTERM");
      expect(await third.receiver.ended).toMatchObject({ code: 0 });

      const { code, stdout, stderr } = await runInProcess(["deliveries", "ls", "--format", "json"], { home });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const rows = JSON.parse(stdout) as readonly { sha256: string; outcome: string }[];
      const outcomes = new Map<string, string[]>();
      for (const { sha256, outcome } of rows) {
        outcomes.set(sha256, [...(outcomes.get(sha256) ?? []), outcome]);
      }
      const wrong = acknowledged.filter((id) => outcomes.get(digest(id))?.join() !== "handled");
      expect(wrong, `killed at request ${killAt}`).toEqual([]);
      // At most one delivery per connection has a sender without a response.
      const others = rows.filter(({ outcome }) => outcome !== "handled").map(({ outcome }) => outcome);
      expect(others).toEqual(others.map(() => "interrupted"));
      expect(others.length).toBeLessThanOrEqual(connections);
      remove();
    },
  );
});
