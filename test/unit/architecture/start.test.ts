import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "../../support/source-files.ts";

const byPath = new Map(sourceFiles.map((file) => [file.path, file]));

/** Returns the modules that are loaded with a module, and the packages that they import. */
function loadedWith(start: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const left = [start];
  for (const path of left) {
    for (const { name, target, kind } of byPath.get(path)?.imports ?? []) {
      const module = target ?? name;
      if (kind !== "value" || loaded.has(module)) continue;
      loaded.add(module);
      left.push(module);
    }
  }
  return loaded;
}

const commands = sourceFiles
  .filter(({ path, text }) => path.startsWith("cli/commands/") && /\bcommand(?:In)?\(/.test(text))
  .map(({ path }: SourceFile) => path);

/** Slow imports: a server, a database, a schema, a client, the rules of policies, the app. */
const slow =
  /^(?:zod|js-yaml|yaml|diff|ofetch|hono|@|node:(?:https?|sqlite|worker_threads))|^(?:localhub|screens|tui|policy-service)\/|^policy\/(?:schema|rules)\/|^store\/(?:sqlite|nats\/(?!address))/;

test("there are records of commands to check", () => {
  expect(commands.length).toBeGreaterThan(40);
});

test.each([...commands, "cli/command-line/program.ts", "cli/run.ts"])(
  "%s loads what runs it only when it runs, so that help is printed at once",
  (path) => {
    expect([...loadedWith(path)].filter((module) => slow.test(module))).toEqual([]);
  },
);
