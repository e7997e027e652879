import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ensureEngine, type AppEngineOptions } from "../../src/engine/child/ensure-engine.ts";
import { EngineStartError, EngineVersionError } from "../../src/engine/errors.ts";
import { isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { version } from "../../src/engine/version.ts";
import { StoreUnwritableError } from "../../src/store/errors.ts";
import { isAlive } from "../support/app-process.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { programFile } from "../support/program.ts";
import { runningEngine } from "../support/running-engine.ts";
import { sqliteAt } from "../support/sqlite-at.ts";

function optionsFor(dataDir: string, args: readonly string[] = [programFile()]): AppEngineOptions {
  vi.stubEnv("XDG_CONFIG_HOME", join(dataDir, ".."));
  vi.stubEnv("XDG_STATE_HOME", join(dataDir, ".."));
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    ...sqliteAt(dataDir),
    roles: ["hub", "receiver"],
    version,
    setup: () => ({ secret: null, routes: ["inbox"], handlersDir: null, forward: null }),
    logFile: join(dataDir, "..", "state", "hooklens.log"),
    program: { execPath: process.execPath, args },
  };
}

describe("starting an engine for an app", () => {
  test("rejects with the class of the child's error, and the next start works", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    mkdirSync(join(dataDir, "deliveries.db"));
    const options = optionsFor(dataDir);
    await expect(ensureEngine(options)).rejects.toBeInstanceOf(StoreUnwritableError);
    rmdirSync(join(dataDir, "deliveries.db"));
    const engine = await ensureEngine(options);
    onTestFinished(async () => void (await engine.close()));
    expect(engine.hub?.token).toMatch(/^hf_local_/);
  });

  test("with a program that exits immediately is an error with the path of the log", async () => {
    const dataDir = freshDataDir();
    const options = optionsFor(dataDir, ["-e", 'throw new Error("no such program")']);
    const start = ensureEngine(options);
    await expect(start).rejects.toBeInstanceOf(EngineStartError);
    await expect(start).rejects.toThrow(`it ended with exit code 1). See ${options.logFile}.`);
    expect(readFileSync(options.logFile ?? "", "utf8")).toContain("no such program");
    expect(existsSync(dataDir)).toBe(false);
  });

  test("bounds its memory", async () => {
    vi.stubEnv("MALLOC_ARENA_MAX", undefined);
    const program = "throw new Error([...process.execArgv, `arenas ${process.env.MALLOC_ARENA_MAX}`].join())";
    const options = optionsFor(freshDataDir(), ["-e", program]);
    await expect(ensureEngine(options)).rejects.toBeInstanceOf(EngineStartError);
    expect(readFileSync(options.logFile ?? "", "utf8")).toMatch(/--max-semi-space-size=4,.*arenas 2/s);
  });

  test("with a missing program is an error, not a crash", async () => {
    const options = optionsFor(freshDataDir());
    const start = ensureEngine({ ...options, program: { execPath: "/nowhere/node", args: [] } });
    await expect(start).rejects.toMatchObject({ code: "engine-start", exitCode: 3 });
    await expect(start).rejects.toThrow("ENOENT");
  });

  test("does not attach to an engine of another version", async () => {
    const dataDir = freshDataDir();
    await runningEngine(dataDir, { version: "0.0.1" });
    await expect(ensureEngine(optionsFor(dataDir))).rejects.toBeInstanceOf(EngineVersionError);
  });

  test("closing it ends the child and frees its roles", async () => {
    const dataDir = freshDataDir();
    const engine = await ensureEngine(optionsFor(dataDir));
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(true);
    await engine.close();
    expect([
      await isRoleHeld(sqliteAt(dataDir), "hub"),
      await isRoleHeld(sqliteAt(dataDir), "receiver"),
    ]).toEqual([false, false]);
  });

  test("watching reports lost roles once, and nothing after it was stopped", async () => {
    const engine = await ensureEngine(optionsFor(freshDataDir()));
    onTestFinished(async () => void (await engine.close()));
    const told: (readonly string[])[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    engine.watch((roles) => told.push([`not stopped ${roles.join()}`]))();
    engine.watch((roles) => {
      told.push(roles);
      resolve();
    });
    process.kill(engine.hub?.pid ?? 0, "SIGKILL");
    await promise;
    expect(told).toEqual([["hub", "receiver"]]);
  });

  test("watching reports the end of an engine of another process", async () => {
    const dataDir = freshDataDir();
    const other = await runningEngine(dataDir);
    const engine = await ensureEngine({ ...optionsFor(dataDir), roles: ["receiver"] });
    expect(engine.started).toBe(false);
    const gone = new Promise((resolve) => engine.watch(resolve));
    await other.close();
    expect(await gone).toEqual(["receiver"]);
  });
});

describe("closing the engine of an app", () => {
  test("releases its roles, and its process ends afterwards", async () => {
    const dataDir = freshDataDir();
    const engine = await ensureEngine(optionsFor(dataDir));
    const pid = engine.receiver?.pid ?? 0;
    await engine.close();
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
    expect(await isRoleHeld(sqliteAt(dataDir), "receiver")).toBe(false);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 20 });
  });

  test("kills one that does not close in time", async () => {
    const dataDir = freshDataDir();
    const engine = await ensureEngine(optionsFor(dataDir));
    const pid = engine.receiver?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    await engine.close();
    expect(isAlive(pid)).toBe(false);
  });
});
