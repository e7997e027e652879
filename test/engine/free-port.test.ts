import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { listenOnFreePort, lastPortPath, readLastPort } from "../../src/engine/free-port.ts";
import { readRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { portTaken, serverUrl } from "../../src/http/listen.ts";
import { lineLogger } from "../../src/model/logger.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { runningEngine } from "../support/running-engine.ts";
import { takePort } from "../support/taken-port.ts";

/** A data directory, and starts of a receiver in it whose default port is `defaultPort`. */
function receiverOf(defaultPort: number) {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const notes: string[] = [];
  const start = (given: number | null = null, anyPort = false) =>
    listenOnFreePort(
      {
        dataDir,
        role: "receiver",
        given,
        defaultPort,
        anyPort,
        logger: lineLogger((line) => notes.push(line)),
      },
      async (port) => {
        const taken = await takePort(port).catch((error: unknown) => {
          throw portTaken("127.0.0.1", port, error);
        });
        return { ...taken, url: serverUrl("127.0.0.1", taken.port) };
      },
    ).then(({ listening, missedPort }) => ({ ...listening, missedPort }));
  return { dataDir, notes, start, file: lastPortPath(dataDir, "receiver") };
}

describe("a role without a given port", () => {
  test("takes another port if the default one is taken, logs it, and has it again at the next start", async () => {
    const defaultPort = await takePort();
    const { notes, start, file } = receiverOf(defaultPort.port);
    const first = await start();
    expect(first.missedPort).toBeNull();
    expect(first.port).toBeGreaterThan(defaultPort.port);
    expect(notes).toEqual([`port ${defaultPort.port} is taken: the receiver listens on ${first.port}`]);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await first.free();
    await defaultPort.free();
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(notes).toHaveLength(1);
  });

  test("warns about webhooks if its last port is taken, and has that one again at the next start", async () => {
    const { port: last, free } = await takePort();
    const defaultPort = await takePort();
    const { dataDir, notes, start, file } = receiverOf(defaultPort.port);
    writeFileSync(file, `${last}\n`);
    const moved = await start();
    expect(moved.port).toBeGreaterThan(defaultPort.port);
    expect(moved.missedPort).toBe(last);
    expect(notes).toEqual([
      `port ${last}, which webhooks may point at, is taken: the receiver listens on ${moved.port} until its next start`,
    ]);
    expect(readLastPort(dataDir, "receiver")).toBe(last);

    await free();
    expect(await start()).toMatchObject({ port: last, missedPort: null });
    expect(notes).toHaveLength(1);
  });

  test("returns to the default port if the last one is taken", async () => {
    const { port: last } = await takePort();
    const defaultPort = await takePort();
    const { notes, start, file } = receiverOf(defaultPort.port);
    writeFileSync(file, `${last}\n`);
    await defaultPort.free();
    expect((await start()).port).toBe(defaultPort.port);
    expect(notes).toEqual([expect.stringContaining(`the receiver listens on ${defaultPort.port}`)]);
  });

  test.each(["", "no port", "-1", "80", "65536", "7860 7861", "1e4"])(
    "has the default port if the file contains %j",
    async (text) => {
      const defaultPort = await takePort();
      const { notes, start, file } = receiverOf(defaultPort.port);
      writeFileSync(file, text);
      await defaultPort.free();
      expect((await start()).port).toBe(defaultPort.port);
      expect(notes).toEqual([]);
    },
  );

  test("needs a person to take a port beyond the 20 after the default one, and has it again", async () => {
    const { port: first } = await takePort();
    const next = Array.from({ length: 20 }, (_, index) => first + 1 + index);
    // A port that another program has is taken, too.
    await Promise.allSettled(next.map((port) => takePort(port)));
    const { notes, start } = receiverOf(first);
    await expect(start()).rejects.toMatchObject({
      what: `port ${first} is taken`,
      hint: expect.not.stringContaining("--"),
    });
    const moved = await start(null, true);
    expect([first, ...next]).not.toContain(moved.port);
    expect(notes).toEqual([`port ${first} is taken: the receiver listens on ${moved.port}`]);
    await moved.free();
    expect((await start()).port).toBe(moved.port);
  });

  test("starts if its port cannot be saved, and warns", async () => {
    const defaultPort = await takePort();
    const { notes, start, file } = receiverOf(defaultPort.port);
    mkdirSync(file);
    await defaultPort.free();
    expect((await start()).port).toBe(defaultPort.port);
    expect(notes).toEqual([
      expect.stringContaining(
        `port ${defaultPort.port} of the receiver could not be saved for the next start`,
      ),
    ]);
    rmSync(file, { recursive: true });
  });
});

describe("an engine", () => {
  test("reports the missed port of each role in its runtime file and its state", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    const [receiver, hub] = [await takePort(), await takePort()];
    writeFileSync(lastPortPath(dataDir, "receiver"), `${receiver.port}\n`);
    writeFileSync(lastPortPath(dataDir, "hub"), `${hub.port}\n`);
    const roles = { receiver: { port: null, secret: null, routes: ["inbox"] }, hub: { port: null } };
    const engine = await runningEngine(dataDir, { roles });
    expect(engine.hub?.missedPort).toBe(hub.port);
    const running = readRuntimeFile(dataDir, "receiver");
    expect(running?.missedPort).toBe(receiver.port);
    if (running === null) throw new Error("there is no runtime file");
    expect(await connectReceiver(running).state()).toMatchObject({ missedPort: receiver.port });
  });

  test("has its given ports again at the next start without them", async () => {
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
      logger: lineLogger((line) => notes.push(line)),
    });
    expect([second.receiver?.url, second.hub?.url]).toEqual([first.receiver?.url, first.hub?.url]);
    expect(second.receiver?.url).toBe(`http://127.0.0.1:${a.port}`);
    expect(notes).toEqual([]);
  });

  test("does not save a port that the system picked", async () => {
    const dataDir = freshDataDir();
    await runningEngine(dataDir);
    expect(readLastPort(dataDir, "receiver")).toBeNull();
  });
});
