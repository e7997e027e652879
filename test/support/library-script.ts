import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { type NodeProcess, startNode } from "./node-process.ts";
import { builtOrSource } from "./program.ts";

export interface LibraryScript extends NodeProcess {
  readonly home: string;
  /** Default data directory. */
  readonly dataDir: string;
  /** Resolves with the URL of a webhook, as the script prints it when it listens. */
  webhookUrl(name: string): Promise<string>;
  /** Returns the text of stderr so far, without the note that another program has the usual port. */
  said(): string;
}

/** Creates a home in which `import ... from "hooklens"` resolves to the library; removed after the test. */
export function libraryHome(): string {
  const home = mkdtempSync(join(tmpdir(), "hooklens-library-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const installed = join(home, "node_modules", "hooklens");
  mkdirSync(installed, { recursive: true });
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ name: "hooklens", type: "module", exports: "./index.js" }),
  );
  const library = pathToFileURL(builtOrSource("dist/index.js", "src/index.ts")).href;
  writeFileSync(join(installed, "index.js"), `export * from ${JSON.stringify(library)};\n`);
  return home;
}

/**
 * Runs a script that uses the library, in a process that is ended after the test.
 * @param file `script.ts`; `.cts` and `.cjs` for CommonJS
 */
export function startLibraryScript(
  text: string,
  env: Readonly<Record<string, string>> = {},
  { home = libraryHome(), file = "script.mts" } = {},
): LibraryScript {
  const path = join(home, file);
  writeFileSync(path, text);
  const running = startNode([path], { home, env });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.ended;
  });
  return {
    ...running,
    home,
    dataDir: join(home, ".local", "share", "hooklens"),
    async webhookUrl(name) {
      const line = new RegExp(`^POST (http\\S+/webhooks/${name})$`);
      return (await running.waitForLine(line, "stderr"))[1] ?? "";
    },
    said: () => running.stderr().replace(/^port \d+ is taken: .*\n/, ""),
  };
}

/** Posts JSON to a webhook. */
export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, { method: "POST", body: JSON.stringify(body), headers });
}
