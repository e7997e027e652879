import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { architectureFile, withRoomPicture } from "../../../scripts/write-rooms.ts";
import { roomOf, sourceFiles, type SourceFile } from "../../support/source-files.ts";

/** Rooms that each room may import besides itself. Everything points one way. */
const below = ["model", "text"];
const mayImport: Readonly<Record<string, readonly string[]>> = {
  text: [],
  async: below,
  model: ["text"],
  checks: below,
  terminal: ["text"],
  files: ["text"],
  policy: below,
  "policy-files": [...below, "files", "policy"],
  "policy-service": [...below, "async", "files", "policy", "policy-files"],
  store: [...below, "async", "files"],
  hub: below,
  http: below,
  localhub: [...below, "async", "store", "http", "files"],
  receiver: [...below, "async", "store", "files", "http"],
  engine: [...below, "async", "checks", "store", "exports", "hub", "localhub", "receiver", "files", "http"],
  tables: [...below, "policy"],
  exports: below,
  tui: [...below, "tables", "terminal"],
  screens: [
    ...below,
    "async",
    "checks",
    "files",
    "store",
    "hub",
    "engine",
    "tables",
    "exports",
    "terminal",
    "tui",
    "policy",
    "policy-files",
    "policy-service",
  ],
  cli: [
    ...below,
    "checks",
    "store",
    "hub",
    "localhub",
    "receiver",
    "engine",
    "tables",
    "exports",
    "terminal",
    "screens",
    "policy",
    "policy-files",
    "files",
  ],
  library: [...below, "hub", "receiver", "policy", "engine"],
};

/** Returns the findings of an import rule, as `file: what`; empty if the rule holds. */
function offenders(find: (file: SourceFile) => readonly string[]): readonly string[] {
  return sourceFiles.flatMap((file) => find(file).map((what) => `${file.path}: ${what}`));
}

/** Returns what a file imports from `src`. */
function targetsOf({ imports }: SourceFile): readonly string[] {
  return imports.flatMap(({ target }) => target ?? []);
}

test("the walk sees the rooms it is to guard", () => {
  const rooms = new Set(sourceFiles.map(({ room }) => room));
  expect([...rooms].filter((room) => mayImport[room] === undefined)).toEqual([]);
  expect(sourceFiles.length).toBeGreaterThan(100);
  expect(sourceFiles.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
});

test("the picture of the rooms shows their imports", () => {
  const text = readFileSync(architectureFile, "utf8");
  expect(text, "run scripts/write-rooms.ts").toBe(withRoomPicture(text));
});

test("imports point one way", () => {
  const wrong = offenders((file) =>
    file.imports
      .filter(({ target }) => {
        const room = target === null ? file.room : roomOf(target);
        return room !== file.room && !(mayImport[file.room] ?? []).includes(room);
      })
      .map(({ name }) => name),
  );
  expect(wrong).toEqual([]);
});

test("only tui and screens import react and ink, and the rest reaches them by await import() alone", () => {
  const outside = (find: (file: SourceFile) => SourceFile["imports"]) =>
    offenders((file) =>
      file.room === "tui" || file.room === "screens" ? [] : find(file).map(({ name }) => name),
    );
  expect(outside(({ imports }) => imports.filter(({ name }) => /^(react|ink)(\/|$)/.test(name)))).toEqual([]);
  const statically = outside(({ imports }) =>
    imports.filter(({ target, kind }) => kind === "value" && /^(tui|screens)\//.test(target ?? "")),
  );
  expect(statically).toEqual([]);
});

test("screens import the client of the policy service, its types, and what belongs to the data of a page", () => {
  const values = new Set(["client.ts", "policy-page.ts", "page-limits.ts"]);
  const wrong = offenders(({ room, text }) =>
    room === "screens"
      ? [...text.matchAll(/^import(?! type)[^;]*\bfrom "[^"]*\/policy-service\/([^"]+)"/gm)].flatMap(
          ([, name = ""]) => (values.has(name) ? [] : [name]),
        )
      : [],
  );
  expect(wrong).toEqual([]);
});

test("only tui/components/text.tsx draws text with Ink", () => {
  const wrong = offenders(({ path, text }) => {
    const named = [...text.matchAll(/import\s*{([^}]*)}\s*from\s*"ink"/g)].flatMap(([, names]) =>
      (names ?? "").split(","),
    );
    const whole = /import\s*\*\s*as\s+\w+\s+from\s*"ink"/.test(text) ? ["* as ink"] : [];
    return path === "tui/components/text.tsx"
      ? []
      : [...named.filter((name) => /^\s*(?:Text|Transform)\b/.test(name)), ...whole];
  });
  expect(wrong).toEqual([]);
});

test("only terminal holds an escape character", () => {
  const escape =
    /\u001b|\\x1b|\\u001b|\\u\{0*1b\}|\\e\[|\\033|fromCharCode\(\s*(?:27|0x1b)\s*\)|fromCodePoint\(\s*(?:27|0x1b)\s*\)/i;
  const wrong = offenders(({ room, text }) => (room === "terminal" ? [] : (escape.exec(text) ?? [])));
  expect(wrong).toEqual([]);
});

test("text reaches the terminal in few places, and becomes Visible only in the text room", () => {
  const writers = new Set([
    "cli/main.ts",
    "cli/execute.ts",
    "cli/command-line/program.ts",
    "cli/command-line/secret-argument.ts",
    "cli/output/output.ts",
    "library/logger.ts",
    // Writes a file in place.
    "store/sqlite/deliveries/last-seq.ts",
    "tui/open.tsx",
  ]);
  const writing = /\bstd(?:out|err)\.write\b|\bconsole\.\w+\(|\bwriteSync\(|\bwriteOut\(/;
  const wrong = offenders(({ path, room, text }) => {
    if (room === "terminal" || writers.has(path)) return [];
    return writing.exec(text) ?? [];
  });
  expect(wrong).toEqual([]);
  const claimed = offenders(({ room, text }) =>
    room === "text" ? [] : (/\bas Visible\b|<Visible>/.exec(text) ?? []),
  );
  expect(claimed).toEqual([]);
});

test("model, text, checks and policy do no I/O", () => {
  // Hashes and signatures are computed, not read or written.
  const io = /^node:(?!util$|buffer$|crypto$)|^(?:hono|@hono|ink|ofetch|react)(\/|$)/;
  const wrong = offenders((file) =>
    ["model", "text", "checks", "policy"].includes(file.room)
      ? file.imports.map(({ name }) => name).filter((name) => io.test(name))
      : [],
  );
  expect(wrong).toEqual([]);
});

test("only engine/stores.ts imports an implementation of the store, and its databases are separate", () => {
  const implementation = (path: string) => /^store\/([^/]+)\//.exec(path)?.[1] ?? null;
  const database = (path: string) => /^store\/sqlite\/([^/]+)\//.exec(path)?.[1] ?? null;
  const wrong = offenders((file) =>
    targetsOf(file).filter((target) => {
      if (implementation(target) === null || file.path === "engine/stores.ts") return false;
      // Another implementation may index its deliveries in SQLite.
      if (implementation(target) !== implementation(file.path)) {
        return implementation(file.path) === null || database(target) === "hub";
      }
      const isWhole = file.path === "store/sqlite/sqlite-store.ts";
      return database(target) !== null && database(target) !== database(file.path) && !isWhole;
    }),
  );
  expect(wrong).toEqual([]);
});

test("screens never import screens, but the state of the webhooks, which imports none", () => {
  const directory = (path: string) => /^screens\/([^/]+)\//.exec(path)?.[1] ?? null;
  // Receiver, deliveries and Jobs name webhooks and their targets.
  const shared = "screens/webhooks/state/";
  expect(sourceFiles.some(({ path }) => path.startsWith(shared))).toBe(true);
  const wrong = offenders((file) => {
    const own = directory(file.path);
    return targetsOf(file).filter((target) => {
      const other = directory(target);
      return own !== null && other !== null && own !== other && !target.startsWith(shared);
    });
  });
  expect(wrong).toEqual([]);
});
