import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { lineLogger } from "../../../src/model/logger.ts";
import { openHandlers } from "../../../src/receiver/handlers/handlers.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { closedGate } from "../../support/gate.ts";
import { handlersDirectory, openDirectory } from "../../support/handlers-directory.ts";

const handler = "export default () => 'handled';";
const silent = { logger: lineLogger(() => undefined), onRoutes: () => undefined };

function names(opened: { handlers: { routes(): readonly { name: string }[] } }): string[] {
  return opened.handlers.routes().map(({ name }) => name);
}

test("each module of the directory itself is a route with the name of its file", async () => {
  const opened = await openDirectory({
    "train.ts": handler,
    "a.mts": handler,
    "b.js": handler,
    "c.mjs": handler,
    "with.dots.ts": handler,
    "types.d.ts": "export type A = 1;",
    "train.test.ts": handler,
    ".hidden.ts": handler,
    "_shared.ts": handler,
    "notes.txt": "",
    "lib/rows.ts": handler,
  });
  expect(names(opened)).toEqual(["a", "b", "c", "train", "with.dots"]);
  for (const name of names(opened)) expect(await opened.answer(name)).toBe("handled");
});

test("a missing directory, or a file, is refused with a hint", async () => {
  const missing = freshDataDir("nowhere");
  await expect(openHandlers(missing, silent)).rejects.toMatchObject({
    code: "handlers-directory",
    exitCode: 2,
    why: "there is no such directory",
  });
  const file = freshDataDir("file");
  writeFileSync(file, "");
  await expect(openHandlers(file, silent)).rejects.toMatchObject({ why: "it is not a directory" });
});

test("two files of one route are refused, and both are named", async () => {
  const { path } = handlersDirectory({ "train.ts": handler, "train.js": handler });
  await expect(openHandlers(path, silent)).rejects.toMatchObject({
    code: "handler-twice",
    message: expect.stringMatching(/"train" has two handlers \(train\.js and train\.ts\)/),
  });
});

test("a later second file of a route is reported, and the first stays in use", async () => {
  const opened = await openDirectory({ "train.ts": "export default () => 'first';" });
  opened.save("train.mjs", "export default () => 'second';");
  await opened.noted(/warning the route "train" has two handlers \(train\.mjs and train\.ts\)/);
  expect(await opened.answer("train")).toBe("first");
  opened.remove("train.ts");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), 15_000);
});

test("an empty directory has no route and logs a hint; a new file becomes a route", async () => {
  const opened = await openDirectory({});
  expect(names(opened)).toEqual([]);
  await opened.noted(/^warning there is no handler in .*handlers yet/);
  opened.save("train.ts", handler);
  await vi.waitFor(() => expect(opened.changes).toEqual([["train"]]), 15_000);
  expect(await opened.answer("train")).toBe("handled");
});

test("what is not a file is named as broken, and hangs neither the others nor the close", async () => {
  const path = freshDataDir("handlers");
  mkdirSync(path);
  writeFileSync(join(path, "good.ts"), handler);
  writeFileSync(join(path, "importing.ts"), `import "./pipe.ts"; ${handler}`);
  execFileSync("mkfifo", [join(path, "pipe.ts")]);
  symlinkSync("/dev/zero", join(path, "device.js"));
  const socket = createServer().listen(join(path, "socket.mjs"));
  onTestFinished(() => void socket.close());
  const notes: string[] = [];
  const logger = lineLogger((line) => notes.push(line));
  const handlers = await openHandlers(path, { logger, onRoutes: () => undefined });
  expect(handlers.states().map(({ route, ready }) => [route, ready])).toEqual([
    ["device", false],
    ["good", true],
    ["importing", false],
    ["pipe", false],
    ["socket", false],
  ]);
  for (const file of ["device.js", "importing.ts", "pipe.ts", "socket.mjs"]) {
    expect(notes.filter((line) => line.includes(`${file} is broken: Error: it is not a file`))).toHaveLength(
      1,
    );
  }
  await handlers.close(0);
});

test("a deleted file removes its route after its calls have ended", async () => {
  const gate = await closedGate();
  const opened = await openDirectory({
    "train.ts": `export default async () => { ${gate.wait} return "late"; };`,
    "other.ts": handler,
  });
  const late = opened.answer("train");
  await gate.arrived(1);
  opened.remove("train.ts");
  await vi.waitFor(() => expect(opened.changes).toEqual([["other"]]), 15_000);
  gate.open();
  expect(await late).toBe("late");
  await opened.noted(/info train: train\.ts is gone/);
});

test("a file that is missing briefly stays a route", async () => {
  const opened = await openDirectory({ "train.ts": "export default () => 'first';" });
  opened.remove("train.ts");
  await new Promise((resolve) => setImmediate(resolve));
  const answered = opened.answer("train");
  opened.save("train.ts", "export default () => 'second';");
  expect(await answered).toBe("first");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), 15_000);
  expect(opened.changes).toEqual([]);
});

test("a change without a file event is found by polling", async () => {
  // The directory is created after the import has failed, so it is not watched.
  const opened = await openDirectory(
    { "train.ts": `import { word } from "./lib/word.ts"; export default () => word;` },
    { pollMs: 100 },
  );
  await opened.noted(/train\.ts is broken: .*\(train\.ts:1\)/);
  opened.save(join("lib", "word.ts"), "export const word = 'found';");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("found"), 15_000);
});

test("closing waits for calls in progress and ends them after the grace period", async () => {
  const gate = await closedGate();
  const opened = await openDirectory({
    "soon.ts": `export default async () => { ${gate.wait} return "done"; };`,
  });
  const soon = opened.answer("soon");
  await gate.arrived(1);
  const closed = opened.handlers.close(10_000);
  gate.open();
  expect(await soon).toBe("done");
  await closed;

  const other = await openDirectory({
    "never.ts": `export default () => new Promise(() => setInterval(() => {}, 1_000));`,
  });
  const never = other.call("never");
  await other.handlers.close(50);
  expect(await never).toMatchObject({
    answer: { status: 500 },
    end: { outcome: "failed", status: 500, reason: "handler never: the receiver stopped" },
  });
});
