import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { HttpExchange } from "../../../src/receiver/http/exchange.ts";
import { openConnection, textAnswer } from "../../support/http/open-connection.ts";

const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const minuteMs = 60_000;

test("a body that waits for leave behind a slow request is not too slow: it gets leave, and all of its time from then on", async () => {
  const { connection, sender, taken, received } = await openConnection((exchange) =>
    exchange.readBody(
      10,
      (body) => body.length > 0 && exchange.answer(textAnswer(body.toString())),
      () => {},
    ),
  );
  sender.write(`${get}POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n`);
  const [slow] = await taken(2);
  const nowMs = performance.now();
  connection.checkTime(nowMs + minuteMs);
  slow?.answer(textAnswer("slow"));
  await received("HTTP/1.1 100 Continue\r\n\r\n");
  connection.checkTime(nowMs + minuteMs + 29_000);
  sender.write("hello");
  expect(await received("hello")).toMatch(/slowHTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test("what a sender could not send because nothing more was read from it is not too slow", async () => {
  const { connection, sender, taken, received } = await openConnection();
  sender.write(`${get.repeat(1_001)}${get.slice(0, 10)}`);
  const exchanges = await taken(1_001);
  connection.checkTime(performance.now() + minuteMs);
  sender.write(get.slice(10));
  for (const exchange of exchanges) exchange.answer(textAnswer("first"));
  (await taken(1_002))[1_001]?.answer(textAnswer("last"));
  const answers = await received("last");
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(1_002);
});

test("of bodies whose requests wait for their answers no more than some are taken in, and the rest when those have theirs", async () => {
  let [taken, answered, most] = [0, 0, 0];
  const waiting: HttpExchange[] = [];
  const { sender, received } = await openConnection((exchange) =>
    exchange.readBody(
      1_048_576,
      () => {
        waiting.push(exchange);
        taken += 1;
        most = Math.max(most, taken - answered);
      },
      () => {},
    ),
  );
  const post = `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1048576\r\n\r\n${"x".repeat(1_048_576)}`;
  for (let n = 0; n < 60; n += 1) sender.write(post);
  while (answered < 60) {
    // The server reads once a turn of the loop, if it reads.
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    const exchange = waiting.shift();
    if (exchange === undefined) continue;
    answered += 1;
    exchange.answer(textAnswer(`answer ${answered}.`));
  }
  await received("answer 60.");
  expect(most).toBeLessThan(20);
});

test.each([
  ["nothing", "", 10_000],
  ["empty lines", "\r\n\r\n", 6_000],
  ["the beginning of a head", get.slice(0, 10), 10_000],
  ["a head without its body", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n", 30_000],
])("a connection that brought %s is given so long, and no longer", async (_, bytes, limitMs) => {
  const { connection, sender, taken, received, closed } = await openConnection((exchange) =>
    exchange.readBody(
      10,
      () => {},
      () => {},
    ),
  );
  const openedMs = performance.now();
  // The request in front shows that what follows it has arrived.
  sender.write(bytes === "" ? "" : get + bytes);
  if (bytes !== "") {
    (await taken(1))[0]?.answer(textAnswer("first"));
    await received("first");
  }
  connection.checkTime(openedMs + limitMs - 500);
  const { length } = bytes === "" ? "" : await received("first");
  connection.checkTime(performance.now() + limitMs);
  const rest = (await closed()).slice(length);
  expect(rest.slice(0, 12)).toBe(bytes.startsWith("\r") ? "" : "HTTP/1.1 408");
});

test("a server that closes closes a connection too that becomes idle without an answer", async () => {
  const { connection, host, sender, taken, received, closed } = await openConnection((exchange) =>
    exchange.answer(textAnswer("early")),
  );
  sender.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel");
  await taken(1);
  await received("early");
  host.isClosing = true;
  connection.closeIfIdle();
  sender.write("lo");
  const ticking = setInterval(() => connection.checkTime(performance.now()), 10);
  onTestFinished(() => clearInterval(ticking));
  expect(await closed()).toMatch(/early$/);
});
