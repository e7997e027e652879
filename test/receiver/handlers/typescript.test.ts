import { expect, test } from "vitest";
import { openDirectory } from "../../support/handlers-directory.ts";

test("TypeScript that must be transformed runs too, and errors keep the lines of the source", async () => {
  const opened = await openDirectory({
    "train.ts": `
enum Split { Train = "train", Test = "test" }
namespace Limits { export const rows = 3; }
interface Unused {
  readonly a: string;
}
class Job {
  constructor(private readonly split: Split, readonly rows: number) {}
  describe(): string { return \`\${this.split}:\${this.rows}\`; }
}
export default (payload: { fail?: boolean }) => {
  if (payload.fail) {
    throw new RangeError("too many rows");
  }
  return new Job(Split.Test, Limits.rows).describe();
};`,
  });
  expect(await opened.answer("train")).toBe("test:3");
  const { end } = await opened.call("train", { payload: { fail: true } });
  expect(end.reason).toBe("handler train threw: RangeError: too many rows (train.ts:13)");
  // Node's warning that transforming is experimental is suppressed.
  expect(opened.notes).toEqual(["info train: train.ts is loaded"]);
});

test("imports resolve as in a compiler: without an extension, with that of the output, by folder", async () => {
  const opened = await openDirectory({
    "train.ts": `
      import { a } from "./lib/a"; import { b } from "./lib/b.js"; import { c } from "./lib/c.mjs"; import { d } from "./lib";
      import data from "./data.json" with { type: "json" };
      import { e } from "pkg";
      export default async () => [a, b, c, d, data.f, e, (await import("./lib/a.ts")).a].join(" ");`,
    "lib/a.ts": "export const a: string = 'a';",
    "lib/b.ts": "export const b: string = 'b';",
    "lib/c.mts": "export const c: string = 'c';",
    "lib/index.ts": "export const d: string = 'd';",
    "data.json": '{"f":"f"}',
    "node_modules/pkg/package.json": '{"name":"pkg","type":"module","exports":"./index.js"}',
    "node_modules/pkg/index.js": "export const e = 'e';",
  });
  expect(await opened.answer("train")).toBe("a b c d f e a");
});

test("the library is this package where no other is installed", async () => {
  const train = `
    import { parseWatchedItem } from "hooklens";
    export default () => parseWatchedItem("dataset:me/corpus").name;`;
  const opened = await openDirectory({ "train.ts": train });
  expect(await opened.answer("train")).toBe("me/corpus");
  const installed = await openDirectory({
    "train.ts": train,
    "node_modules/hooklens/package.json": '{"name":"hooklens","type":"module","exports":"./index.js"}',
    "node_modules/hooklens/index.js":
      "export const parseWatchedItem = () => ({ name: 'the installed one' });",
  });
  expect(await installed.answer("train")).toBe("the installed one");
});

test("a package.json with commonjs, as npm init writes it, does not affect modules in TypeScript", async () => {
  const opened = await openDirectory({
    "package.json": '{"type":"commonjs"}',
    "train.ts": "import { rows } from './rows.ts'; export default () => rows;",
    "rows.ts": "export const rows: string = 'imported';",
    "old.js": "const { word } = require('./word.js'); module.exports = () => word;",
    "word.js": "exports.word = 'required';",
    "compiled.js":
      "Object.defineProperty(exports, '__esModule', { value: true }); exports.default = () => 'compiled';",
  });
  expect(await opened.answer("train")).toBe("imported");
  expect(await opened.answer("old")).toBe("required");
  expect(await opened.answer("compiled")).toBe("compiled");
});

test("a directory that itself lies in a node_modules is loaded like any other", async () => {
  const files = {
    "train.ts": "import { word } from './word.ts'; export default () => word;",
    "word.ts": "export const word: string = 'found';",
  };
  const opened = await openDirectory(files, {}, "node_modules/app/handlers");
  expect(await opened.answer("train")).toBe("found");
});

test.each([
  ["does not parse", "const a = 1;\n\nexport default (", /SyntaxError.*\(train\.ts:3\)/],
  [
    "imports what is not there",
    "const a = 1;\nimport { b } from './nope.ts';\nexport default () => b;",
    /Cannot find module.*\(train\.ts:2\)/,
  ],
  [
    "imports a package that is not installed",
    "import b from 'not-installed';\nexport default () => b;",
    /Cannot find package 'not-installed'.*\(train\.ts:1\)/,
  ],
  [
    "imports a name that is not exported",
    "\nimport { b } from './rows.ts';\nexport default () => b;",
    /does not provide an export named 'b'.*\(train\.ts:2\)/,
  ],
  ["throws while it loads", "\n\nthrow new Error('no model');", /Error: no model \(train\.ts:3\)/],
  ["exports no default", "export const handler = () => 1;", /it has no default export/],
  [
    "exports no function",
    "export default { a: 1 };",
    /its default export is not a function but of type object/,
  ],
  ["ends its thread", "process.exit(4);\nexport default () => 1;", /its thread ended \(exit code 4\)/],
])("deliveries to a module that %s fail with the reason", async (_, text, why) => {
  const opened = await openDirectory({ "train.ts": text, "rows.ts": "export default () => 'fine';" });
  const note = await opened.noted(/^warning train: train\.ts is broken/);
  expect(note).toMatch(why);
  const { answer, end } = await opened.call("train");
  expect([answer.status, end]).toMatchObject([500, { outcome: "failed", status: 500 }]);
  expect(end.reason).toMatch(why);
  expect(await opened.answer("rows")).toBe("fine");
});

test("a module that exceeds the loading timeout is broken", async () => {
  const opened = await openDirectory(
    { "train.ts": "await new Promise(() => {});\nexport default () => 1;" },
    { loadTimeoutMs: 500 },
  );
  expect(opened.notes).toEqual([
    expect.stringMatching(/train\.ts is broken: it did not load within 500 ms\. Its deliveries fail/),
  ]);
});
