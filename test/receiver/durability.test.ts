import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { deliveriesFile } from "../../src/store/sqlite/deliveries/deliveries-file.ts";
import { postMany } from "../support/load.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { rawConnection } from "../support/raw-http.ts";

/** Makes every append fail with a missing table. */
function breakLog(dataDir: string): { repair(): void } {
  const db = new DatabaseSync(join(dataDir, deliveriesFile.name));
  db.exec("ALTER TABLE contents RENAME TO contents_away");
  return {
    repair() {
      db.exec("ALTER TABLE contents_away RENAME TO contents");
      db.close();
    },
  };
}

test("a delivery that cannot be stored gets 503 with Retry-After, and the next one succeeds", async () => {
  const failures: unknown[] = [];
  const receiver = await openReceiver({ onLogFailure: (error) => failures.push(error) });
  const url = `${receiver.url}/webhooks/inbox`;
  const broken = breakLog(receiver.dataDir);
  const answer = await fetch(url, { method: "POST", body: "{}" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toEqual({ error: "The delivery could not be stored. Send it again." });
  expect(failures).toHaveLength(1);
  broken.repair();
  // Deliveries are refused until a probe has succeeded.
  await expect.poll(async () => (await fetch(url, { method: "POST", body: "{}" })).status).toBe(200);
  expect(await receiver.rows()).toHaveLength(1);
});

test("a refusal is unchanged if its row cannot be stored", async () => {
  const failures: unknown[] = [];
  const receiver = await openReceiver({ secret: "s", onLogFailure: (error) => failures.push(error) });
  const url = `${receiver.url}/webhooks/inbox`;
  const broken = breakLog(receiver.dataDir);
  expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  const headers = { "X-Webhook-Secret": "s" };
  expect((await fetch(url, { method: "POST", body: "no", headers })).status).toBe(400);
  expect(failures).toHaveLength(2);
  broken.repair();
});

test("concurrent deliveries are each logged once and get 200", async () => {
  const receiver = await openReceiver({ secret: "s" });
  const makeBody = (id: number): string => JSON.stringify({ id });
  const acknowledged = await postMany({
    port: receiver.port,
    secret: "s",
    connections: 16,
    count: 800,
    makeBody,
  });
  const logged = (await receiver.rows()).map(({ body }) => JSON.parse(Buffer.from(body).toString()).id);
  expect(logged.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, id) => id));
  expect(acknowledged.toSorted((a, b) => a - b)).toEqual(logged.toSorted((a, b) => a - b));
});

test("no secret reaches the disk: correct, wrong or other credentials", async () => {
  const receiver = await openReceiver({ secret: ["the-right-one", "the-next-one"] });
  for (const value of ["the-right-one", "the-next-one", "a-near-miss"]) {
    await fetch(`${receiver.url}/webhooks/inbox`, {
      method: "POST",
      body: "{}",
      headers: {
        "X-WebHook-Secret": value,
        Authorization: "Bearer hf_abcdef",
        Cookie: "session=biscuit",
        "Proxy-Authorization": "Basic cHJveHk=",
      },
    });
  }
  const [row] = await receiver.rows();
  expect(
    row!.headers.filter(([, value]) => value === "[redacted]").map(([name]) => name.toLowerCase()),
  ).toEqual(["x-webhook-secret", "authorization", "cookie", "proxy-authorization"]);
  const files = readdirSync(receiver.dataDir).filter((name) => name.startsWith(deliveriesFile.name));
  const disk = files.map((name) => readFileSync(join(receiver.dataDir, name), "latin1")).join("");
  expect(disk).toContain("[redacted]");
  for (const credential of [
    "the-right-one",
    "the-next-one",
    "a-near-miss",
    "hf_abcdef",
    "biscuit",
    "cHJveHk",
  ])
    expect(disk).not.toContain(credential);
});

test("while one secret replaces another both are accepted, and nothing else", async () => {
  const receiver = await openReceiver({ secret: ["old", "new"] });
  const statuses = [];
  for (const value of ["old", "new", "older"]) {
    const headers = { "X-Webhook-Secret": value };
    statuses.push(
      (await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body: "{}", headers })).status,
    );
  }
  expect(statuses).toEqual([200, 200, 403]);
});

test("closing finishes requests in progress, closes idle connections and refuses new ones", async () => {
  const receiver = await openReceiver();
  const idle = await rawConnection(receiver.port);
  idle.send("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
  expect((await idle.answer()).status).toBe(200);
  const silent = await rawConnection(receiver.port);
  const busy = await rawConnection(receiver.port);
  busy.send(
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
  );
  expect((await busy.answer()).status).toBe(100);

  const closed = receiver.close(60_000);
  expect(await idle.closed()).toBe("");
  expect(await silent.closed()).toBe("");
  await expect(fetch(receiver.url)).rejects.toThrow("fetch failed");
  busy.send("[]");
  const answer = await busy.answer();
  expect([answer.status, answer.headers["connection"]]).toEqual([200, "close"]);
  await closed;
  expect(await receiver.rows()).toHaveLength(2);
});

test("closing cuts requests in progress after the grace period", async () => {
  const receiver = await openReceiver();
  const slow = await rawConnection(receiver.port);
  slow.send(
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
  );
  expect((await slow.answer()).status).toBe(100);
  await receiver.close(1);
  expect(await slow.closed()).toBe("");
  expect(await receiver.rows()).toEqual([]);
});
