import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { forwarding } from "../../support/forwarding.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";

const numbered = (n: number) => ({ body: Buffer.from(String(n)) });

test("of 200 deliveries at once 16 are under way, the others start in the order they came, each as one ends", async () => {
  const open: Socket[] = [];
  let most = 0;
  const target = await rawTarget((socket) => {
    open.push(socket);
    most = Math.max(most, open.length);
  });
  const { deliver, state } = await forwarding(target.url);
  const deliveries = Array.from({ length: 200 }, (_, n) => deliver(numbered(n)));
  await target.received(16);
  expect(state()).toMatchObject({ sending: 16, queued: 184, waiting: 0 });
  for (let answered = 0; answered < 200; answered += 1) {
    await target.received(Math.min(16 + answered, 200));
    open.shift()!.write(rawAnswer(200));
  }
  const ends = await Promise.all(deliveries.map(({ end }) => end));
  expect(ends.every(({ outcome }) => outcome === "handled")).toBe(true);
  expect(most).toBe(16);
  // The first sixteen are sent at the same moment, and the network decides which arrives first.
  const bodies = target.requests.map(({ body }) => Number(body));
  expect(bodies.slice(0, 16).toSorted((a, b) => a - b)).toEqual(bodies.slice(0, 16).map((_, n) => n));
  expect(bodies.slice(16)).toEqual(Array.from({ length: 184 }, (_, n) => n + 16));
  expect(state()).toMatchObject({ sending: 0, queued: 0, waiting: 0 });
});

test("connections are kept and used again", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { deliver } = await forwarding(target.url);
  for (let n = 0; n < 20; n += 1) await deliver().end;
  // One connection is the probe's, one that of all requests.
  expect(target.connections()).toBe(2);
});

test("a kept connection that the target closes while the next request is on its way is no failure of the target", async () => {
  const target = await rawTarget((socket, _, index) =>
    index === 1 ? void socket.resetAndDestroy() : void socket.write(rawAnswer(200)),
  );
  const { deliver } = await forwarding(target.url);
  await deliver(numbered(0)).end;
  const { end, attempts } = deliver(numbered(1));
  expect(await end).toEqual({ outcome: "handled", status: 200 });
  expect(attempts).toMatchObject([{ status: 200, error: null }]);
  expect(target.requests.map(({ body }) => body)).toEqual(["0", "1", "1"]);
});

test("once is enough: a new connection that is closed too is a try without an answer", async () => {
  const target = await rawTarget((socket, _, index) =>
    index === 1 || index === 2 ? void socket.resetAndDestroy() : void socket.write(rawAnswer(200)),
  );
  const { deliver, skip } = await forwarding(target.url);
  await deliver().end;
  const { end, attempts } = deliver();
  await skip(200);
  expect(await end).toEqual({ outcome: "handled", status: 200 });
  expect(attempts).toMatchObject([{ status: null, error: "the connection was lost" }, { status: 200 }]);
  expect(target.requests).toHaveLength(4);
});

test("a kept connection on which an answer had begun is not sent on twice in one try", async () => {
  const target = await rawTarget((socket, _, index) =>
    index === 1 ? void socket.end("HTTP/1.1 2") : void socket.write(rawAnswer(200)),
  );
  const { deliver, skip } = await forwarding(target.url);
  await deliver().end;
  const { end, attempts } = deliver();
  await skip(200);
  await end;
  expect(attempts).toMatchObject([{ status: null }, { status: 200 }]);
  expect(target.requests).toHaveLength(3);
});

test("what all that waits may take of memory is limited: beyond that a body is read from the log when its turn comes", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200, "taken")));
  const { deliver, reads } = await forwarding(target.url, { maxHeldBytes: 10_000 });
  const bodies = Array.from({ length: 4 }, (_, n) => Buffer.alloc(5_000, String(n)));
  const deliveries = bodies.map((body) => deliver({ body }));
  for (const { answer } of deliveries) expect(await answer).toMatchObject({ status: 200, text: "taken" });
  await Promise.all(deliveries.map(({ end }) => end));
  expect(target.requests.map(({ body }) => body).toSorted()).toEqual(bodies.map(String));
  expect(reads()).toEqual([2, 3, 4]);
  await deliver({ body: Buffer.alloc(5_000) }).end;
  expect(reads()).toHaveLength(3);
});
