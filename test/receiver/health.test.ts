import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../src/receiver/receiver.ts";
import { StoreFullError } from "../../src/store/errors.ts";
import { openDeliveryLog } from "../../src/store/sqlite/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { openReceiver } from "../support/open-receiver.ts";

test("/healthz is 200 while deliveries can be stored, and is not logged", async () => {
  const receiver = await openReceiver({ secret: "s" });
  const answer = await fetch(`${receiver.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  const head = await fetch(`${receiver.url}/healthz?probe`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const wrong = await fetch(`${receiver.url}/healthz`, { method: "POST", body: "{}" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(await receiver.rows()).toEqual([]);
});

test("what is known to be in the way is 503 with the reason, also on the page", async () => {
  let reason: string | null = "the disk is <full>";
  const receiver = await openReceiver({ health: () => reason });
  const answer = await fetch(`${receiver.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, error: reason }]);
  expect((await fetch(`${receiver.url}/healthz`, { method: "HEAD" })).status).toBe(503);
  const page = "Deliveries cannot be stored at the moment (the disk is &lt;full&gt;)";
  expect(await (await fetch(receiver.url)).text()).toContain(page);
  reason = null;
  expect((await fetch(`${receiver.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(receiver.url)).text()).not.toContain("cannot be stored");
});

test("a delivery that was not stored is 503 from then on, until one is", async () => {
  const stored = await openDeliveryLog(freshDataDir());
  let isFull = true;
  const log: typeof stored = {
    ...stored,
    append: async (delivery) => {
      if (isFull) throw new StoreFullError({ what: "/secret/place cannot grow", why: "the disk is full" });
      return stored.append(delivery);
    },
  };
  const receiver = await startReceiver({ log, port: 0, secret: null });
  onTestFinished(async () => {
    await receiver.close(0);
    await stored.close();
  });
  const deliver = async (): Promise<number> =>
    (await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body: "{}" })).status;
  const healthz = `${receiver.url}/healthz`;
  expect((await fetch(healthz)).status).toBe(200);
  expect(await deliver()).toBe(503);
  const answer = await fetch(healthz);
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false, error: "the disk is full" }]);
  expect(receiver.health()).toBe("the disk is full");
  isFull = false;
  expect(await deliver()).toBe(200);
  expect((await fetch(healthz)).status).toBe(200);
});
