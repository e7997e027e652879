import { expect, test } from "vitest";
import { openConnection, textAnswer } from "../../support/http/open-connection.ts";

const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

test.each([
  ["in chunks", "Transfer-Encoding: chunked"],
  ["of more than is read over", "Content-Length: 65537"],
  ["that waits for leave", "Content-Length: 5\r\nExpect: 100-continue"],
  ["that waits for what nobody grants", "Content-Length: 5\r\nExpect: a miracle"],
])(
  "an answer given at once to a body %s, which nobody reads, says that it is the last",
  async (_, header) => {
    const { sender, closed } = await openConnection((exchange) => exchange.answer(textAnswer("early")));
    sender.write(`POST / HTTP/1.1\r\nHost: h\r\n${header}\r\n\r\n`);
    expect(await closed()).toMatch(
      /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*Connection: close\r\n(?:.+\r\n)*\r\nearly$/,
    );
  },
);

test("after an answer given at once to a small body nobody reads, the next request begins behind that body", async () => {
  const { sender, taken, received } = await openConnection();
  sender.write(`POST /first HTTP/1.1\r\nHost: h\r\nContent-Length: ${get.length}\r\n\r\n${get}${get}`);
  const [first, second] = await taken(2);
  expect([first?.head.target, second?.head.target]).toEqual(["/first", "/"]);
  second?.answer(textAnswer("second"));
  first?.answer(textAnswer("first"));
  expect((await received("second")).match(/first|second|keep-alive\r/g)).toEqual([
    "keep-alive\r",
    "first",
    "keep-alive\r",
    "second",
  ]);
});

test("an answer given at once to a body that turned out too large says that it is the last", async () => {
  const { sender, closed } = await openConnection((exchange) =>
    exchange.readBody(
      4,
      () => exchange.answer(textAnswer("taken")),
      (bytes) => exchange.answer({ status: 413, headers: [], body: `${bytes}` }),
    ),
  );
  sender.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello");
  expect(await closed()).toMatch(/^HTTP\/1\.1 413 (?:.+\r\n)*Connection: close\r\n(?:.+\r\n)*\r\n5$/);
});

test("a body that waits for leave and is answered before it got any costs the connection: it may be kept back or sent", async () => {
  const { sender, closed } = await openConnection((exchange) => {
    exchange.readBody(
      4,
      () => {},
      () => {},
    );
    exchange.answer(textAnswer("early"));
  });
  sender.write("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  expect(await closed()).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*Connection: close\r\n/);
});

test("a request that has its answer is not answered again: not by another answer, a broken body, or an end in the middle of it", async () => {
  for (const rest of ["zz\r\n", null]) {
    const { sender, taken, received, closed } = await openConnection((exchange) =>
      exchange.readBody(
        4,
        () => {},
        () => {},
      ),
    );
    sender.write("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{");
    const [exchange] = await taken(1);
    exchange?.answer(textAnswer("once"));
    exchange?.answer(textAnswer("twice"));
    await received("once");
    if (rest === null) sender.end();
    else sender.write(rest);
    expect((await closed()).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  }
});

test("what was answered does not hold on to what came after it", async () => {
  const { sender, taken, received } = await openConnection();
  sender.write(get + get);
  const [first, second] = await taken(2);
  expect(first?.next).toBe(second);
  first?.answer(textAnswer("first"));
  await received("first");
  expect(first?.next).toBeNull();
});
