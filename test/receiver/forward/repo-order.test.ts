import { expect, test } from "vitest";
import { runDefaults } from "../../../src/receiver/runs/run-settings.ts";
import { forwarding } from "../../support/forwarding.ts";
import { httpTarget } from "../../support/http-target.ts";
import { until } from "../../support/until.ts";

const event = { payload: { repo: { id: "a" } }, body: Buffer.from('{"repo":{"id":"a"}}') };
const settingsOf = () => ({ ...runDefaults, order: "repo" as const });

test("a route with an order forwards one event of a repo at a time, and a replay at once", async () => {
  const gates: (() => void)[] = [];
  const target = await httpTarget((_, response) => void gates.push(() => response.end("ok")));
  const { deliver, forward } = await forwarding(target.url, { settingsOf });
  const sent = [deliver(event), deliver(event), deliver({ ...event, replayOf: 1 })];
  await until(() => gates.length === 2);
  expect(forward.busy()).toBe(2);
  for (const open of gates) open();
  await until(() => gates.length === 3);
  gates[2]!();
  for (const { end } of sent) expect(await end).toEqual({ outcome: "handled", status: 200 });
});
