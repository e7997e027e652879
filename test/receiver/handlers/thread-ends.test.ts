import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { handlersDirectory, openDirectory } from "../../support/handlers-directory.ts";
import { startNode } from "../../support/node-process.ts";

const waiting = { timeout: 15_000, interval: 10 };

test("a handler that exits fails its calls in progress and is restarted for the next delivery", async () => {
  const opened = await openDirectory({
    "train.ts": `
      export default async (payload) => {
        if (payload.exit) process.exit(3);
        if (payload.wait) { console.log("begun"); await new Promise((done) => setTimeout(done, 60_000)); }
        return "handled";
      };`,
  });
  const running = opened.call("train", { body: Buffer.from('{"wait":true}') });
  await opened.noted(/begun/);
  const exiting = opened.call("train", { body: Buffer.from('{"exit":true}') });
  for (const { answer, end } of await Promise.all([running, exiting])) {
    expect(answer.status).toBe(500);
    const reason = "handler train: its thread ended (exit code 3)";
    expect(end).toMatchObject({ outcome: "failed", status: 500, reason });
  }
  expect(await opened.answer("train")).toBe("handled");
  expect(opened.notes).toContain("warning train: its thread ended (exit code 3). It is being restarted");
});

test("deliveries the thread had not begun when it ended are handled by the next one, each once", async () => {
  const opened = await openDirectory({
    "train.ts": `
      export default (payload) => {
        console.log("begins " + payload.id);
        if (payload.exit) process.exit(1);
        return "handled " + payload.id;
      };`,
  });
  const called = Array.from({ length: 20 }, (_, id) =>
    opened.call("train", { body: Buffer.from(JSON.stringify({ id, exit: id === 0 })) }),
  );
  const [first, ...others] = await Promise.all(called);
  expect(first?.end.outcome).toBe("failed");
  expect(others.map(({ answer }) => answer.body)).toEqual(others.map((_, index) => `handled ${index + 1}`));
});

test("a handler that exceeds its memory limit fails alone and is restarted", async () => {
  const opened = await openDirectory(
    {
      "train.ts": `
        export default (payload) => {
          const kept = [];
          while (payload.much) kept.push(Array.from({ length: 10_000 }, () => Math.random()));
          return "handled";
        };`,
      "other.ts": "export default () => 'other';",
    },
    { heapMb: 48 },
  );
  const { end } = await opened.call("train", { payload: { much: true } });
  expect(end.outcome).toBe("failed");
  expect(end.reason).toBe("handler train: its thread ran out of memory");
  expect([await opened.answer("train"), await opened.answer("other")]).toEqual(["handled", "other"]);
});

test("an uncaught exception is logged with its location, and the thread continues", async () => {
  const opened = await openDirectory({
    "train.ts": `
let calls = 0;
export default (payload) => {
  if (payload.later) setTimeout(() => {
    throw new Error("thrown later");
  });
  if (payload.rejects) void Promise.reject(new Error("nobody waits"));
  return String((calls += 1));
};`,
  });
  await opened.answer("train", { later: true });
  await opened.answer("train", { rejects: true });
  expect(await opened.noted(/thrown later/)).toBe(
    "warning train: uncaught exception: Error: thrown later (train.ts:5)",
  );
  expect(await opened.noted(/nobody waits/)).toBe(
    "warning train: uncaught exception: Error: nobody waits (train.ts:7)",
  );
  expect(await opened.answer("train")).toBe("3");
});

test("a thread that ends while its file is broken is restarted from its loaded sources", async () => {
  const opened = await openDirectory({
    "train.ts": `
      import { word } from "./lib/word.ts";
      export default (payload) => { if (payload.exit) process.exit(1); return word; };`,
    "lib/word.ts": "export const word: string = 'good';",
  });
  opened.save("lib/word.ts", "export const word: string = ");
  await opened.noted(/train\.ts is broken: SyntaxError.*\(word\.ts:1\)\. The previous version keeps running/);
  expect((await opened.call("train", { payload: { exit: true } })).end.outcome).toBe("failed");
  expect(await opened.answer("train")).toBe("good");
  opened.save("lib/word.ts", "export const word: string = 'better';");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("better"), waiting);
});

test("deliveries during a restart wait for the thread", async () => {
  const opened = await openDirectory({
    "train.ts": `
      export default (payload) => { if (payload.exit) process.exit(1); return "handled"; };`,
  });
  // The third restart is delayed.
  for (let end = 0; end < 4; end += 1) {
    const exits = opened.call("train", { payload: { exit: true } });
    expect((await exits).end.outcome).toBe("failed");
    expect(await opened.answer("train")).toBe("handled");
  }
});

test("a module that ends its thread after loading leaves no delivery without a response", async () => {
  const opened = await openDirectory({
    "train.ts":
      "setImmediate(() => process.exit(5)); export default () => new Promise((done) => setTimeout(done, 60_000));",
  });
  const called = await Promise.all(Array.from({ length: 5 }, () => opened.call("train")));
  expect(called.map(({ end }) => end.outcome)).toEqual(called.map(() => "failed"));
  expect(called[0]?.end.reason).toMatch(/its thread ended \(exit code 5\)/);
  opened.save("train.ts", "export default () => 'mended';");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("mended"), waiting);
});

test("closing during a restart that fails starts no other thread", async () => {
  const program = join(import.meta.dirname, "../../support/programs/close-at-restart.ts");
  const { path } = handlersDirectory({
    "train.ts": `
      import { existsSync, writeFileSync } from "node:fs";
      console.log("loading");
      if (existsSync("ended")) throw new Error("not twice");
      export default () => { writeFileSync("ended", ""); process.exit(1); };`,
  });
  const { code, stdout } = await startNode([program, path], { home: path }).ended;
  expect({ code, loads: stdout.match(/: loading$/gm)?.length }).toEqual({ code: 0, loads: 2 });
});
