import { expect, test, vi } from "vitest";
import { closedGate } from "../../support/gate.ts";
import { openDirectory } from "../../support/handlers-directory.ts";

const waiting = { timeout: 15_000, interval: 10 };
const blocking = `export default (payload) => { if (payload.block) { console.log("blocks"); while (true); } return "handled"; };`;

test("a blocking handler delays only its own route and is reported", async () => {
  const opened = await openDirectory(
    { "train.ts": blocking, "other.ts": "export default () => 'other';" },
    { slowAfterMs: 300, pollMs: 100 },
  );
  const blocked = opened.call("train", { seq: 4_711, body: Buffer.from('{"block":true}') });
  const behind = opened.call("train");
  for (let call = 0; call < 20; call += 1) expect(await opened.answer("other")).toBe("other");
  expect(await opened.noted(/blocked/)).toMatch(
    /^warning train: it is blocked: 1 delivery waits behind delivery 4711, which arrived .* ago\. Saving train\.ts restarts it$/,
  );
  await opened.handlers.close(0);
  expect((await blocked).end.outcome).toBe("failed");
  expect((await behind).end.outcome).toBe("failed");
  expect(opened.notes.filter((note) => note.includes("is blocked"))).toHaveLength(1);
});

test("a blocking handler that was reported as slow is reported again when a delivery waits behind it", async () => {
  const opened = await openDirectory({ "train.ts": blocking }, { slowAfterMs: 100, pollMs: 20 });
  const blocked = opened.call("train", { seq: 4_711, body: Buffer.from('{"block":true}') });
  await opened.noted(/delivery 4711 arrived .* ago and has no response yet/);
  const behind = opened.call("train");
  await opened.noted(/it is blocked: 1 delivery waits behind delivery 4711/);
  await opened.handlers.close(0);
  await Promise.all([blocked, behind]);
  expect(opened.notes.filter((note) => note.startsWith("warning"))).toHaveLength(2);
});

test("a save releases deliveries behind a blocked one, which fails after the grace period", async () => {
  const opened = await openDirectory({ "train.ts": blocking }, { graceMs: 1_500 });
  const blocked = opened.call("train", { body: Buffer.from('{"block":true}') });
  const behind = Array.from({ length: 10 }, () => opened.answer("train"));
  let isOver = false;
  void blocked.then(() => {
    isOver = true;
  });
  opened.save("train.ts", "export default () => 'new';");
  expect(await Promise.all(behind)).toEqual(behind.map(() => "new"));
  expect(isOver).toBe(false);
  expect((await blocked).end.reason).toBe(
    "handler train: its thread was ended 1.5 s after train.ts was saved",
  );
});

test("a slow delivery is reported once", async () => {
  const gate = await closedGate();
  const opened = await openDirectory(
    { "train.ts": `export default async () => { ${gate.wait} return "handled"; };` },
    { slowAfterMs: 200, pollMs: 50 },
  );
  const slow = opened.call("train", { seq: 12 });
  expect(await opened.noted(/no response yet/)).toMatch(
    /^warning train: delivery 12 arrived \d+ ms ago and has no response yet$/,
  );
  gate.open();
  expect((await slow).answer.body).toBe("handled");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("handled"), waiting);
  expect(opened.notes.filter((note) => /delivery 12 .* no response yet/.test(note))).toHaveLength(1);
});

test("earlier responses are sent before a handler blocks its thread", async () => {
  const opened = await openDirectory({
    "train.ts": `export default (payload) => { const end = Date.now() + payload.busyMs; while (Date.now() < end); return String(payload.busyMs); };`,
  });
  const order: string[] = [];
  const calls = [20, 20, 1_000].map((busyMs) =>
    opened.answer("train", { busyMs }).then((text) => order.push(text)),
  );
  await vi.waitFor(() => expect(order).toEqual(["20", "20"]), { timeout: 15_000, interval: 1 });
  await Promise.all(calls);
  expect(order).toEqual(["20", "20", "1000"]);
});

test("memory for waiting deliveries is limited: one beyond it is refused with 503 until there is room", async () => {
  const opened = await openDirectory(
    {
      "train.ts": `let go; const gone = new Promise((done) => { go = done; });
        export default (payload) => { if (payload.go) go(); return gone; };`,
      "other.ts": "export default () => 'other';",
    },
    { maxHeldBytes: 100_000 },
  );
  const body = Buffer.from(JSON.stringify({ text: "x".repeat(40_000) }));
  const waiting = [opened.call("train", { body }), opened.call("train", { body })];
  const beyond = await opened.call("train", { body });
  expect(beyond.answer).toMatchObject({ status: 503, headers: expect.arrayContaining(["Retry-After"]) });
  expect(beyond.end).toMatchObject({
    outcome: "failed",
    status: 503,
    reason: "handler train: not called, because too many deliveries wait for it",
  });
  expect(await opened.answer("other")).toBe("other");
  await opened.call("train", { payload: { go: true } });
  for (const { end } of await Promise.all(waiting)) expect(end.outcome).toBe("handled");
  expect((await opened.call("train", { body })).end.outcome).toBe("handled");
});
