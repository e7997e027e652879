import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "rolldown/utils";

const directory = resolve(import.meta.dirname, "../../src");

export interface SourceFile {
  /** Path below `src`: `tui/components/text.tsx`. */
  readonly path: string;
  /** First directory of the path; `library` for a file directly in `src`. */
  readonly room: string;
  readonly text: string;
  readonly imports: readonly SourceImport[];
}

export interface SourceImport {
  /** The module as written: `./text.ts`, `node:fs`. */
  readonly name: string;
  /** Path of the module below `src`; null for a package and for a file outside `src`. */
  readonly target: string | null;
  /** `type` loads nothing; `dynamic` is `import()`, which runs after the modules are loaded. */
  readonly kind: "value" | "type" | "dynamic";
}

/** The TypeScript files of `src` with their imports and re-exports. */
export const sourceFiles: readonly SourceFile[] = readdirSync(directory, {
  recursive: true,
  encoding: "utf8",
})
  .filter((path) => /\.tsx?$/.test(path))
  .toSorted()
  .map((path) => {
    const text = readFileSync(join(directory, path), "utf8");
    return { path, room: roomOf(path), text, imports: importsOf(path, text) };
  });

/** Returns the room of a path below `src`. */
export function roomOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "library";
}

function importsOf(path: string, text: string): SourceImport[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const statements = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ name: moduleRequest.value, entries })),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest === null ? [] : [{ name: entry.moduleRequest.value, entries: [entry] }],
      ),
    ),
  ];
  return [
    ...statements.map(({ name, entries }) => {
      const isType = entries.length > 0 && entries.every((entry) => entry.isType);
      return importOf(path, name, isType ? "type" : "value");
    }),
    ...dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^"(.*)"$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
      return literal === undefined ? [] : [importOf(path, literal, "dynamic")];
    }),
  ];
}

function importOf(path: string, name: string, kind: SourceImport["kind"]): SourceImport {
  if (!name.startsWith(".")) return { name, target: null, kind };
  const target = relative(directory, resolve(directory, dirname(path), name));
  return { name, target: target.startsWith("..") ? null : target, kind };
}
