import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const source = resolve(import.meta.dirname, "../../src");

interface SourceFile {
  /** `tui/components/text.tsx` */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files: readonly SourceFile[] = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(source, path), "utf8");
    const room = path.includes("/") ? (path.split("/")[0] ?? "") : "library";
    return { path, room, text, imports: importsOf(text) };
  });

/** Whatever is named by `from "…"`, `import "…"` or `import("…")`. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"([^"]+)"/g)].map(([, name]) => name ?? "");
}

/** The room a relative import leads to; null for a package. */
function roomOf(file: SourceFile, name: string): string | null {
  if (!name.startsWith(".")) return null;
  const target = relative(source, resolve(source, dirname(file.path), name));
  if (target.startsWith("..")) return null;
  return target.includes("/") ? (target.split("/")[0] ?? "") : "library";
}

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
  store: [...below, "async", "files"],
  hub: below,
  http: below,
  localhub: [...below, "async", "store", "http", "files"],
  receiver: [...below, "async", "store", "files", "http"],
  engine: [...below, "async", "checks", "store", "exports", "hub", "localhub", "receiver", "files", "http"],
  tables: below,
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
  return files.flatMap((file) => find(file).map((what) => `${file.path}: ${what}`));
}

test("the walk sees the rooms it is to guard", () => {
  const rooms = new Set(files.map(({ room }) => room));
  expect([...rooms].filter((room) => mayImport[room] === undefined)).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(300);
});

test("imports point one way", () => {
  const wrong = offenders((file) =>
    file.imports.filter((name) => {
      const room = roomOf(file, name);
      return room !== null && room !== file.room && !(mayImport[file.room] ?? []).includes(room);
    }),
  );
  expect(wrong).toEqual([]);
});

test("only tui and screens import react and ink, and the rest reaches them by await import() alone", () => {
  const isInterface = ({ room }: SourceFile) => room === "tui" || room === "screens";
  const wrong = offenders((file) =>
    isInterface(file) ? [] : file.imports.filter((name) => /^(react|ink)(\/|$)/.test(name)),
  );
  expect(wrong).toEqual([]);
  const statically = offenders((file) =>
    isInterface(file)
      ? []
      : [
          ...file.text.matchAll(/^(?:import|export)(?! type).*\bfrom\s+"([^"]*\/(?:tui|screens)\/[^"]*)"/gm),
        ].map(([, name]) => name ?? ""),
  );
  expect(statically).toEqual([]);
});

test("only tui/components/text.tsx imports Ink's Text", () => {
  const wrong = offenders(({ path, text }) => {
    const named = [...text.matchAll(/import\s*{([^}]*)}\s*from\s*"ink"/g)].flatMap(([, names]) =>
      (names ?? "").split(","),
    );
    const whole = /import\s*\*\s*as\s+\w+\s+from\s*"ink"/.test(text) ? ["* as ink"] : [];
    return path === "tui/components/text.tsx"
      ? []
      : [...named.filter((name) => /^\s*Text\b/.test(name)), ...whole];
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
    "cli/run.ts",
    "cli/command-line/secret-argument.ts",
    "cli/output/output.ts",
    "library/logger.ts",
    // Writes a file in place.
    "store/sqlite/deliveries/last-seq.ts",
    "tui/open.tsx",
    "tui/redirect-stderr.ts",
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
      ? file.imports.filter((name) => io.test(name))
      : [],
  );
  expect(wrong).toEqual([]);
});

test("only engine/stores.ts imports an implementation of the store, and its databases are separate", () => {
  const implementation = (path: string) => /^store\/([^/]+)\//.exec(path)?.[1] ?? null;
  const database = (path: string) => /^store\/sqlite\/([^/]+)\//.exec(path)?.[1] ?? null;
  const wrong = offenders((file) =>
    file.imports.filter((name) => {
      const target = name.startsWith(".") ? relative(source, resolve(source, dirname(file.path), name)) : "";
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

test("screens never import screens, and what they share imports none", () => {
  const directory = (path: string) => /^screens\/([^/]+)\//.exec(path)?.[1] ?? null;
  // State that several screens read.
  const shared = "known-webhooks";
  expect(files.some(({ path }) => directory(path) === shared)).toBe(true);
  const wrong = offenders((file) => {
    const own = directory(file.path);
    return file.imports.filter((name) => {
      const other = name.startsWith(".")
        ? directory(relative(source, resolve(source, dirname(file.path), name)))
        : null;
      return own !== null && other !== null && own !== other && other !== shared;
    });
  });
  expect(wrong).toEqual([]);
});

test("files are small: none over 500 lines, nine of ten under 300", () => {
  const lengths = files.map(({ path, text }) => ({ path, lines: text.split("\n").length }));
  expect(lengths.filter(({ lines }) => lines > 500)).toEqual([]);
  expect(lengths.filter(({ lines }) => lines > 300).length).toBeLessThan(lengths.length / 10);
});

test("files are named by what they are about", () => {
  const vague = /(^|\/)(utils?|helpers?|common|manager|misc)(\/|\.|$)/;
  const wrong = files.filter(({ path }) => {
    const name = path.split("/").at(-1) ?? "";
    const cased = name.endsWith(".tsx") ? /^[A-Za-z][A-Za-z-]*\.tsx$/ : /^[a-z0-9-]+\.ts$/;
    return vague.test(path) || !cased.test(name);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
