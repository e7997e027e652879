import { expect, test } from "vitest";
import { goodRequest, requestHead } from "../../support/hostile-request.ts";
import { postMany } from "../../support/load.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection } from "../../support/raw-http.ts";

test("among 200 idle connections and 50 that send a byte now and then all good deliveries are taken; the others are closed in time", async () => {
  const receiver = await openReceiver({ headersTimeoutMs: 2_000, requestTimeoutMs: 2_000 });
  const idle = await Promise.all(Array.from({ length: 200 }, () => rawConnection(receiver.port)));
  const slow = await Promise.all(Array.from({ length: 50 }, () => rawConnection(receiver.port)));
  for (const connection of slow) connection.send(requestHead);
  const timer = setInterval(() => {
    for (const connection of slow) connection.send("x");
  }, 50);
  try {
    const ids = await postMany({
      port: receiver.port,
      secret: null,
      connections: 8,
      count: 800,
      makeBody: (id) => JSON.stringify({ id }),
    });
    expect(ids).toHaveLength(800);
    const ends = await Promise.all([...idle, ...slow].map((connection) => connection.closed()));
    expect(ends.filter((end) => !end.startsWith("HTTP/1.1 408 "))).toEqual([]);
  } finally {
    clearInterval(timer);
  }
  expect(await receiver.rows()).toHaveLength(800);
});

test("a connection that has delivered and is kept open by its sender is closed, and others are not held up by it", async () => {
  const receiver = await openReceiver({ keepAliveTimeoutMs: 1_000 });
  const connections = await Promise.all(Array.from({ length: 100 }, () => rawConnection(receiver.port)));
  for (const connection of connections) connection.send(goodRequest);
  const answers = await Promise.all(connections.map((connection) => connection.answer()));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers[0]?.headers["keep-alive"]).toBe("timeout=1");
  const ends = await Promise.all(connections.map((connection) => connection.closed()));
  expect(ends.join("")).toBe("");
});
