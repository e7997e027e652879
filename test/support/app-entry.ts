/**
 * Ensures an engine for the data directory in argv[2] like the app, and prints it as a JSON line. Restores a
 * lost engine and prints it again. Runs until it is killed or its stdin ends.
 */
import process from "node:process";
import { ensureEngine, type AppEngine } from "../../src/engine/child/ensure-engine.ts";
import { version } from "../../src/engine/version.ts";
import { programFile } from "./program.ts";
import { sqliteAt } from "./sqlite-at.ts";

const [, , dataDir = "", logFile = ""] = process.argv;

function say(engine: AppEngine, lost: readonly string[]): void {
  const { hub, receiver, started } = engine;
  process.stdout.write(`${JSON.stringify({ hub, receiver, started, lost })}\n`);
}

function keep(engine: AppEngine, lost: readonly string[]): void {
  say(engine, lost);
  engine.watch((roles) => void engine.restore().then((restored) => keep(restored, roles)));
}

keep(
  await ensureEngine({
    ...sqliteAt(dataDir),
    logFile,
    roles: ["hub", "receiver"],
    version,
    setup: () => ({
      secret: process.env["APP_SECRET"] ?? null,
      routes: ["inbox"],
      handlersDir: null,
      forward: null,
    }),
    program: { execPath: process.execPath, args: [programFile()] },
  }),
  [],
);
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
