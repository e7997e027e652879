import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../src/receiver/receiver.ts";
import type { Storing } from "../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { openReceiver } from "../support/open-receiver.ts";

test("/healthz is 200 while deliveries can be stored, and is not logged", async () => {
  const receiver = await openReceiver({ secret: "s" });
  const answer = await fetch(`${receiver.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ok: true, receiver: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  const head = await fetch(`${receiver.url}/healthz?probe`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const wrong = await fetch(`${receiver.url}/healthz`, { method: "POST", body: "{}" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(await receiver.rows()).toEqual([]);
});

test("/healthz is 503 with the reason while the log stores nothing, also on the page", async () => {
  const log = await openDeliveryLog(freshDataDir());
  let storing: Storing = { ok: false, reason: "the disk is <full>", isFinal: false };
  const receiver = await startReceiver({ log: { ...log, storing: () => storing }, port: 0, secret: null });
  onTestFinished(async () => {
    await receiver.close(0);
    await log.close();
  });
  const answer = await fetch(`${receiver.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { ok: false, error: "the disk is <full>", receiver: receiver.id },
  ]);
  expect((await fetch(`${receiver.url}/healthz`, { method: "HEAD" })).status).toBe(503);
  expect(receiver.health()).toBe("the disk is <full>");
  const page = "Deliveries cannot be stored at the moment (the disk is &lt;full&gt;)";
  expect(await (await fetch(receiver.url)).text()).toContain(page);
  storing = { ok: true };
  expect((await fetch(`${receiver.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(receiver.url)).text()).not.toContain("cannot be stored");
});
