import { expect, test } from "vitest";
import { openDirectory } from "../../support/handlers-directory.ts";
import { fullPayload } from "../../support/sample-payload.ts";

test("a handler gets the payload and the request, byte for byte", async () => {
  const opened = await openDirectory({
    "train.ts": `
      import type { Handler } from "hooklens";
      const handler: Handler = (payload, request) => ({
        payload, method: request.method, url: request.url, route: request.route, raw: request.rawHeaders,
        twice: request.headers.get("x-twice"), text: request.text(), bytes: [...request.body],
        schemaValid: request.schemaValid, seq: request.seq, replayOf: request.replayOf, remote: request.remote,
      });
      export default handler;`,
  });
  const payload = fullPayload();
  // Spaces and escapes that are lost by parsing and serializing.
  const text = JSON.stringify(payload, null, 1).replace('"me/corpus"', '"me\\/corpus"');
  const { answer, end } = await opened.call("train", {
    seq: 41,
    target: "/webhooks/train?x=1",
    headers: [
      ["X-Twice", "a"],
      ["x-twice", "b"],
    ],
    body: Buffer.from(text),
    payload,
    schemaValid: false,
    remote: "::1",
    replayOf: 40,
  });
  expect(answer).toMatchObject({ status: 200, headers: ["Content-Type", "application/json"] });
  expect(JSON.parse(String(answer.body))).toEqual({
    payload,
    method: "POST",
    url: "/webhooks/train?x=1",
    route: "train",
    raw: [
      ["X-Twice", "a"],
      ["x-twice", "b"],
    ],
    twice: "a, b",
    text,
    bytes: [...Buffer.from(text)],
    schemaValid: false,
    seq: 41,
    replayOf: 40,
    remote: "::1",
  });
  expect(end).toEqual({ outcome: "handled", status: 200, reason: null, console: [] });
});

test("a handler's result is the response: text, nothing, or a Response with its bytes", async () => {
  const opened = await openDirectory({
    "text.ts": "export default () => 'plain é';",
    "nothing.ts": "export default async () => {};",
    "response.ts": `export default () => new Response(new Uint8Array([0, 255, 128]), { status: 201, headers: { "X-Own": "1" } });`,
  });
  expect((await opened.call("text")).answer).toEqual({
    status: 200,
    headers: ["Content-Type", "text/plain; charset=utf-8"],
    body: "plain é",
    by: "handler text",
  });
  expect((await opened.call("nothing")).answer).toMatchObject({ status: 200, headers: [], body: "" });
  const { answer, end } = await opened.call("response");
  expect([answer.status, answer.headers, [...Buffer.from(answer.body)]]).toEqual([
    201,
    ["x-own", "1"],
    [0, 255, 128],
  ]);
  expect(end).toMatchObject({ outcome: "handled", status: 201 });
});

test("a handler that throws responds with 500; its row has the error, its line and the stack", async () => {
  const opened = await openDirectory({
    "train.ts": `import { first } from "./lib/rows.ts";\n\nexport default (payload: { rows?: number[] }) => {\n  return first(payload.rows);\n};`,
    "lib/rows.ts": `interface Unused {\n  a: 1;\n}\nexport function first(rows: number[] | undefined): number {\n  if (rows === undefined) throw new TypeError("rows is undefined");\n  return rows[0] ?? 0;\n}`,
  });
  const { answer, end } = await opened.call("train");
  expect(answer.status).toBe(500);
  expect(String(answer.body)).not.toContain("rows");
  expect(end).toEqual({
    outcome: "failed",
    status: 500,
    reason: "handler train threw: TypeError: rows is undefined (rows.ts:5)",
    final: false,
    console: [
      "TypeError: rows is undefined",
      expect.stringMatching(/^ {4}at first \(.*\/lib\/rows\.ts:5:\d+\)$/),
      expect.stringMatching(/^ {4}at .*\/train\.ts:4:\d+\)?$/),
    ],
  });
});

test("concurrent calls each get their own response", async () => {
  const opened = await openDirectory({
    "train.ts": `
      let running = 0, most = 0;
      export default async (payload) => {
        running += 1; most = Math.max(most, running);
        await new Promise((done) => setTimeout(done, payload.id % 7));
        running -= 1;
        return { id: payload.id, most };
      };`,
  });
  const ids = Array.from({ length: 300 }, (_, id) => id);
  const answers = await Promise.all(ids.map((id) => opened.answer("train", { id })));
  const parsed = answers.map((text) => JSON.parse(text) as { id: number; most: number });
  expect(parsed.map(({ id }) => id)).toEqual(ids);
  expect(Math.max(...parsed.map(({ most }) => most))).toBeGreaterThan(100);
});

test("a sender that disconnects aborts the signal of its call, with the reason", async () => {
  const opened = await openDirectory({
    "train.ts": `
      export default (payload, request) => new Promise((resolve) => {
        const ends = setTimeout(() => resolve("not aborted"), payload.waitMs);
        console.log("begun " + payload.name);
        request.signal.addEventListener("abort", () => {
          clearTimeout(ends);
          resolve("aborted: " + request.signal.reason.message);
        });
      });`,
  });
  const sender = new AbortController();
  const gone = opened.call("train", payloadOf("gone", 60_000), sender.signal);
  const stays = opened.call("train", payloadOf("stays", 300));
  await opened.noted(/begun gone/);
  sender.abort(new DOMException("the sender disconnected", "AbortError"));
  expect((await gone).answer.body).toBe("aborted: the sender disconnected");
  expect((await stays).answer.body).toBe("not aborted");

  const late = await opened.call("train", payloadOf("late", 60_000), sender.signal);
  expect(late.answer.body).toBe("aborted: the sender disconnected");
});

function payloadOf(name: string, waitMs: number): { body: Buffer<ArrayBuffer> } {
  return { body: Buffer.from(JSON.stringify({ name, waitMs })) };
}

test("output of handlers is logged line by line with the route's name and without control characters", async () => {
  const opened = await openDirectory({
    "train.ts": `export default () => {
      console.log("one\\ntwo\\t2"); console.error("to stderr"); console.log("\\u001b[2Jcleared", { a: 1 });
      process.stdout.write("without an end");
    };`,
  });
  await opened.call("train");
  await opened.handlers.close(1_000);
  await expect
    .poll(() => opened.notes)
    .toEqual(
      expect.arrayContaining([
        "info train: one",
        "info train: two     2",
        "info train: to stderr",
        "info train: ␛[2Jcleared { a: 1 }",
        "info train: without an end",
      ]),
    );
});

test("a handler has the environment but not our arguments and flags", async () => {
  const opened = await openDirectory({
    "train.ts":
      "export default () => ({ path: process.env['PATH'], argv: process.argv.length, cwd: process.cwd() });",
  });
  expect(JSON.parse(await opened.answer("train"))).toEqual({
    path: process.env["PATH"],
    argv: 2,
    cwd: process.cwd(),
  });
});

test("a delivery keeps the output of its own call and the thrown error, also of concurrent calls", async () => {
  const opened = await openDirectory({
    "train.ts": `
      export default async ({ id }: { id: number }) => {
        console.log("begins", id);
        await new Promise((done) => setTimeout(done, 20 - id));
        process.stdout.write(Buffer.from(id + " é\\r\\n")); console.error("\\u001b[31mred", { id });
        setTimeout(() => console.log("too late"), 0);
        if (id === 7) throw new Error("seven", { cause: new RangeError("odd") });
      };`,
  });
  const ids = Array.from({ length: 20 }, (_, id) => id);
  const called = await Promise.all(ids.map((id) => opened.call("train", { payload: { id } })));
  for (const [id, { end }] of called.entries()) {
    const printed = [`begins ${id}`, `${id} é`, `\u001b[31mred { id: ${id} }`];
    const thrown = [
      "Error: seven",
      expect.stringMatching(/^ {4}at .*\/train\.ts:7:\d+\)$/),
      "    caused by RangeError: odd",
      expect.stringMatching(/^ {4}at .*\/train\.ts:7:\d+\)$/),
    ];
    expect(end.console).toEqual(id === 7 ? [...printed, ...thrown] : printed);
  }
  await opened.noted(/^info train: too late$/);
});

test("the first 200 lines and 20,000 characters of a call's output are kept", async () => {
  const opened = await openDirectory({
    "lines.ts": `export default () => { for (let row = 1; row <= 300; row += 1) console.log(row); throw "no error, a text"; };`,
    "text.ts": `export default () => { for (let row = 1; row <= 30; row += 1) console.log("x".repeat(999)); };`,
  });
  const lines = (await opened.call("lines")).end.console ?? [];
  expect(lines).toHaveLength(201);
  expect(lines.slice(198)).toEqual(["199", "… the rest is not kept", "no error, a text"]);
  const text = (await opened.call("text")).end.console ?? [];
  expect(text).toHaveLength(21);
  expect(text.at(-1)).toBe("… the rest is not kept");
  expect(text.join("").length).toBeLessThan(21_000);
});
