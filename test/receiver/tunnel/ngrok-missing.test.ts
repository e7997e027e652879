import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Returns the state of an ngrok tunnel that is opened in an installation with these packages. */
async function openIn(installation: string, packages: Readonly<Record<string, string>>): Promise<unknown> {
  for (const room of ["files", "model", "text", "receiver/tunnel"]) {
    cpSync(join(root, "src", room), join(installation, "src", room), { recursive: true });
  }
  writeFileSync(join(installation, "package.json"), '{ "type": "module" }');
  mkdirSync(join(installation, "node_modules/@ngrok"), { recursive: true });
  symlinkSync(join(root, "node_modules/js-yaml"), join(installation, "node_modules/js-yaml"));
  for (const [name, code] of Object.entries(packages)) {
    mkdirSync(join(installation, "node_modules", name));
    writeFileSync(join(installation, "node_modules", name, "index.js"), code);
  }
  const program = join(installation, "open.ts");
  writeFileSync(
    program,
    `import { parseTunnelChoice } from "./src/receiver/tunnel/providers.ts";
const tunnel = parseTunnelChoice("ngrok").create({ env: { NGROK_AUTHTOKEN: "2token" } });
console.log(JSON.stringify(await tunnel.open("http://127.0.0.1:9")));
await tunnel.close();
`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  return JSON.parse(stdout);
}

const hint =
  "Run `npm install @ngrok/ngrok` where hooklens is installed (with -g if it was), or use the tunnel ssh://USER@HOST";

test("an installation without the SDK has a hint how to get it", async () => {
  expect(await openIn(freshDataDir("without"), {})).toEqual({
    kind: "failed",
    what: "ngrok's SDK is not installed",
    why: "the optional package @ngrok/ngrok is missing",
    hint,
  });
});

test("an SDK without a binary for this platform is reported", async () => {
  const code = 'require("@ngrok/ngrok-plan9-mips");';
  expect(await openIn(freshDataDir("foreign"), { "@ngrok/ngrok": code })).toEqual({
    kind: "failed",
    what: "ngrok's SDK is not installed",
    why: "Cannot find module '@ngrok/ngrok-plan9-mips'",
    hint,
  });
});
