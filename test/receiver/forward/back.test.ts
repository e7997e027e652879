import { expect, test } from "vitest";
import { parseForwardRule } from "../../../src/receiver/forward/rules.ts";
import { forwarding } from "../../support/forwarding.ts";
import { always, httpTarget } from "../../support/http-target.ts";
import { rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

const hourMs = 3_600_000;

/** Returns the port of a target that has closed. */
async function freePort(): Promise<number> {
  const target = await rawTarget(() => {});
  await target.close();
  return target.port;
}

test("what waits is sent when its target is back, and not before its time to a target that is still down", async () => {
  const [port, other] = [await freePort(), await freePort()];
  const { forward, deliver, clock, skip, state } = await forwarding(`http://127.0.0.1:${port}/hook`, {
    retryDelaysMs: [hourMs, hourMs],
    rules: [parseForwardRule("route:other", `http://127.0.0.1:${other}/hook`)],
  });
  const waiting = Array.from({ length: 40 }, () => deliver());
  const elsewhere = deliver({ route: "other" });
  await until(() => [...waiting, elsewhere].every(({ attempts }) => attempts.length === 1));
  await until(() => state().waiting === 41);
  expect(state().health.kind).toBe("down");

  const beforeMs = clock.nowMs();
  const target = await httpTarget(always(200, "ok"), port);
  await skip(5_000);
  await Promise.all(waiting.map(async ({ end }) => expect(await end).toMatchObject({ outcome: "handled" })));
  expect(clock.nowMs() - beforeMs).toBeLessThan(hourMs);
  expect(target.seen).toHaveLength(40);
  expect(elsewhere.attempts).toHaveLength(1);
  expect(forward.waiting()).toBe(1);
});
