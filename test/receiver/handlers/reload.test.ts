import { expect, test, vi } from "vitest";
import { closedGate } from "../../support/gate.ts";
import { openDirectory } from "../../support/handlers-directory.ts";

const waiting = { timeout: 15_000, interval: 10 };
const version = (word: string): string => `export default () => "${word}";`;

test("a saved module takes over, written in place or renamed into place", async () => {
  const opened = await openDirectory({ "train.ts": version("first") });
  expect(await opened.answer("train")).toBe("first");
  opened.save("train.ts", version("second"));
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), waiting);
  opened.replace("train.ts", version("third"));
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("third"), waiting);
  expect(opened.changes).toEqual([]);
});

test("saving a direct or indirect import reloads the module with all its imports", async () => {
  const opened = await openDirectory({
    "train.ts": "import { word } from './lib/a.ts'; export default () => word;",
    "other.ts": "let calls = 0; export default () => String((calls += 1));",
    "lib/a.ts": "export { word } from './deep/b.ts';",
    "lib/deep/b.ts": "export const word = 'first';",
  });
  expect([await opened.answer("train"), await opened.answer("other")]).toEqual(["first", "1"]);
  opened.replace("lib/deep/b.ts", "export const word = 'second';");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), waiting);
  // The other module does not import it and keeps its state.
  expect(await opened.answer("other")).toBe("2");
});

test("a file that is imported only while a handler runs is watched from then on", async () => {
  const opened = await openDirectory({
    "train.ts": "export default async () => (await import('./lib/word.ts')).word;",
    "lib/word.ts": "export const word: string = 'first';",
  });
  expect(await opened.answer("train")).toBe("first");
  opened.save("lib/word.ts", "export const word: string = 'second';");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), waiting);
});

test("calls in progress end in their version, and new ones go to the new version", async () => {
  const gate = await closedGate();
  const slow = (word: string): string =>
    `export default async (payload) => { if (payload.waits) { ${gate.wait} } return "${word}"; };`;
  const opened = await openDirectory({ "train.ts": slow("first") });
  const late = opened.answer("train", { waits: true });
  await gate.arrived(1);
  opened.save("train.ts", slow("second"));
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), waiting);
  gate.open();
  expect(await late).toBe("first");
});

test("calls longer than the grace period are ended, with the reason in row and log", async () => {
  const opened = await openDirectory(
    { "train.ts": "export default () => new Promise(() => setInterval(() => {}, 1_000));" },
    { graceMs: 300 },
  );
  const cutOff = opened.call("train");
  opened.save("train.ts", version("second"));
  expect(await cutOff).toMatchObject({
    end: {
      outcome: "failed",
      status: 500,
      reason: "handler train: its thread was ended 300 ms after train.ts was saved",
    },
  });
  await opened.noted(/warning train: 1 delivery of the previous version took longer than 300 ms and failed/);
  expect(await opened.answer("train")).toBe("second");
});

test("a replaced version ends when it is idle, and its work after a response is not cut off", async () => {
  const gate = await closedGate();
  const opened = await openDirectory({
    "train.ts": `
      process.on("exit", () => console.log("first ends"));
      const work = async () => { ${gate.wait} console.log("work is done"); };
      export default () => { void work(); return "first"; };`,
  });
  expect(await opened.answer("train")).toBe("first");
  await gate.arrived(1);
  opened.save("train.ts", version("second"));
  await opened.noted(/info train: train\.ts is reloaded/);
  gate.open();
  await opened.noted(/info train: first ends/);
  const order = opened.notes.filter((note) => /work is done|first ends|reloaded/.test(note));
  expect(order).toEqual([
    "info train: train.ts is reloaded",
    "info train: work is done",
    "info train: first ends",
  ]);
});

test("only a few replaced versions that do not end are kept", async () => {
  const ticking = (word: string): string =>
    `setInterval(() => console.log("tick ${word}"), 50); export default () => "${word}";`;
  const opened = await openDirectory({ "train.ts": ticking("v0") });
  for (let save = 1; save <= 7; save += 1) {
    opened.save("train.ts", ticking(`v${save}`));
    await vi.waitFor(async () => expect(await opened.answer("train")).toBe(`v${save}`), waiting);
  }
  const ticksOf = (word: string): number =>
    opened.notes.filter((note) => note.endsWith(`tick ${word}`)).length;
  const latest = ticksOf("v7");
  await vi.waitFor(() => {
    // The first version prints nothing while the last one ticks.
    const before = ticksOf("v0");
    expect(ticksOf("v7")).toBeGreaterThan(latest + 10);
    expect(ticksOf("v0")).toBe(before);
  }, waiting);
  const first = ticksOf("v0");
  const seen = ticksOf("v7");
  await vi.waitFor(() => expect(ticksOf("v7")).toBeGreaterThan(seen + 10), waiting);
  expect(ticksOf("v0")).toBe(first);
});

test("a half-written module is reported while the previous version runs, until it is complete", async () => {
  const opened = await openDirectory({ "train.ts": version("first") });
  opened.save("train.ts", "const a = 1;\nexport default () => {");
  const note = await opened.noted(/train\.ts is broken/);
  expect(note).toMatch(/SyntaxError.*\(train\.ts:2\)\. The previous version keeps running$/);
  expect(await opened.answer("train")).toBe("first");
  opened.save("train.ts", version("second"));
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("second"), waiting);
});

test("a module handles nothing before it has loaded", async () => {
  const gate = await closedGate();
  const opened = await openDirectory({ "train.ts": version("first") });
  opened.save("train.ts", `let word = 'half'; ${gate.wait} word = 'whole'; export default () => word;`);
  await gate.arrived(1);
  expect([await opened.answer("train"), await opened.answer("train")]).toEqual(["first", "first"]);
  gate.open();
  const answers = new Set<string>();
  await vi.waitFor(async () => {
    answers.add(await opened.answer("train"));
    expect(answers).toContain("whole");
  }, waiting);
  expect(answers).not.toContain("half");
});

test("a broken module recovers when its missing import appears", async () => {
  const opened = await openDirectory({
    "train.ts": "import { word } from './lib/word.ts'; export default () => word;",
    "lib/other.ts": "",
  });
  await opened.noted(/train\.ts is broken/);
  expect((await opened.call("train")).answer.status).toBe(500);
  opened.replace("lib/word.ts", "export const word: string = 'found';");
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("found"), waiting);
});

test("a save during a load is loaded next", async () => {
  const gate = await closedGate();
  const opened = await openDirectory({ "train.ts": version("first") });
  opened.save("train.ts", `${gate.wait} ${version("second")}`);
  await gate.arrived(1);
  opened.save("train.ts", version("third"));
  expect(await opened.answer("train")).toBe("first");
  gate.open();
  await vi.waitFor(async () => expect(await opened.answer("train")).toBe("third"), waiting);
});

test("a save without changes restarts the module", async () => {
  const text = "let calls = 0; export default () => String((calls += 1));";
  const opened = await openDirectory({ "train.ts": text });
  expect([await opened.answer("train"), await opened.answer("train")]).toEqual(["1", "2"]);
  opened.save("train.ts", text);
  await opened.noted(/reloaded/);
  expect(await opened.answer("train")).toBe("1");
});
