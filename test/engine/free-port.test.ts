import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listenOnFreePort } from "../../src/engine/free-port.ts";
import { lastPortPath, readLastPort } from "../../src/engine/roles/last-port.ts";
import { PortTakenError } from "../../src/receiver/errors.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { runningEngine } from "../support/running-engine.ts";
import { takePort, type TakenPort } from "../support/taken-port.ts";

/** A data directory, and starts of a receiver in it whose default port is `usual`. */
function receiverOf(usual: number) {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const notes: string[] = [];
  const start = (given: number | null = null): Promise<TakenPort> =>
    listenOnFreePort(
      { dataDir, role: "receiver", given, usual, onNote: (line) => notes.push(line) },
      (port) =>
        takePort(port).catch((error: unknown) => {
          throw new PortTakenError("127.0.0.1", port, error);
        }),
    );
  return { dataDir, notes, start, file: lastPortPath(dataDir, "receiver") };
}

describe("a role without a given port", () => {
  test("moves on from a default port that is taken, says so, and has the same one at the next start", async () => {
    const usual = await takePort();
    const { notes, start, file } = receiverOf(usual.port);
    const first = await start();
    expect(first.port).toBeGreaterThan(usual.port);
    expect(notes).toEqual([`port ${usual.port} is taken: the receiver listens on ${first.port}`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await first.free();
    await usual.free();
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(notes).toHaveLength(1);
  });

  test("says that webhooks may point at the last port where it cannot have that one", async () => {
    const { port: last } = await takePort();
    const usual = await takePort();
    const { dataDir, notes, start, file } = receiverOf(usual.port);
    writeFileSync(file, `${last}\n`);
    const { port } = await start();
    expect(port).toBeGreaterThan(usual.port);
    expect(notes).toEqual([
      `port ${last}, which webhooks may point at, is taken: the receiver listens on ${port}`,
    ]);
    expect(readLastPort(dataDir, "receiver")).toBe(port);
  });

  test("goes back to the default one where the last one is taken", async () => {
    const { port: last } = await takePort();
    const usual = await takePort();
    const { notes, start, file } = receiverOf(usual.port);
    writeFileSync(file, `${last}\n`);
    await usual.free();
    expect((await start()).port).toBe(usual.port);
    expect(notes).toEqual([expect.stringContaining(`the receiver listens on ${usual.port}`)]);
  });

  test.each(["", "no port", "-1", "80", "65536", "7860 7861", "1e4"])(
    "has the default one where the file says %j",
    async (text) => {
      const usual = await takePort();
      const { notes, start, file } = receiverOf(usual.port);
      writeFileSync(file, text);
      await usual.free();
      expect((await start()).port).toBe(usual.port);
      expect(notes).toEqual([]);
    },
  );

  test("starts where its port cannot be kept, and says so", async () => {
    const usual = await takePort();
    const { notes, start, file } = receiverOf(usual.port);
    mkdirSync(file);
    await usual.free();
    expect((await start()).port).toBe(usual.port);
    expect(notes).toEqual([
      expect.stringContaining(`port ${usual.port} of the receiver could not be kept for the next start`),
    ]);
    rmSync(file, { recursive: true });
  });
});

describe("an engine", () => {
  test("has the ports it was given at its next start without one, each role its own", async () => {
    const dataDir = freshDataDir();
    const [a, b] = [await takePort(), await takePort()];
    await Promise.all([a.free(), b.free()]);
    const roles = (receiver: number | null, hub: number | null) => ({
      receiver: { port: receiver, secret: null, routes: ["inbox"] },
      hub: { port: hub },
    });
    const first = await runningEngine(dataDir, { roles: roles(a.port, b.port) });
    await first.close();
    const notes: string[] = [];
    const second = await runningEngine(dataDir, {
      roles: roles(null, null),
      onNote: (line) => notes.push(line),
    });
    expect([second.receiver?.url, second.hub?.url]).toEqual([first.receiver?.url, first.hub?.url]);
    expect(second.receiver?.url).toBe(`http://127.0.0.1:${a.port}`);
    expect(notes).toEqual([]);
  });

  test("does not keep a port that the system picked", async () => {
    const dataDir = freshDataDir();
    await runningEngine(dataDir);
    expect(readLastPort(dataDir, "receiver")).toBeNull();
  });
});
