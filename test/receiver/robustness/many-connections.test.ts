import { expect, test } from "vitest";
import { goodRequest, requestHead } from "../../support/hostile-request.ts";
import { postMany } from "../../support/load.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection } from "../../support/raw-http.ts";

test("good deliveries are accepted among 200 idle and 50 slow connections, which are closed in time", async () => {
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

test("a kept-open connection is closed after its delivery and does not delay others", async () => {
  const receiver = await openReceiver({ keepAliveTimeoutMs: 1_000 });
  const connections = await Promise.all(Array.from({ length: 100 }, () => rawConnection(receiver.port)));
  for (const connection of connections) connection.send(goodRequest);
  const answers = await Promise.all(connections.map((connection) => connection.answer()));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers[0]?.headers["keep-alive"]).toBe("timeout=1");
  const ends = await Promise.all(connections.map((connection) => connection.closed()));
  expect(ends.join("")).toBe("");
});
