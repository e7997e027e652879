import { once } from "node:events";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { EngineGoneError } from "../../src/engine/errors.ts";
import { defaultRetention } from "../../src/engine/retention.ts";
import type { RunningRole } from "../../src/engine/role.ts";
import { version } from "../../src/engine/version.ts";
import { NotFoundError } from "../../src/model/errors.ts";
import { defaultLimits } from "../../src/receiver/limits.ts";
import type { LogPosition } from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { deliver, runningEngine } from "../support/running-engine.ts";

function receiverOf(engine: Engine): RunningRole {
  if (engine.receiver === null) throw new Error("this engine has no receiver");
  return engine.receiver;
}

/** Starts a server on a port of its own, which records what it receives, until the test ends. */
async function target(status: number): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.on("data", (chunk) => (body += String(chunk)));
    incoming.on("end", () => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/hook`, bodies };
}

describe("the control socket of a receiver", () => {
  test("returns the state of the receiver", async () => {
    const running = receiverOf(await runningEngine(freshDataDir()));
    await deliver(running.url, { event: { action: "update", scope: "repo.content" } });
    const client = connectReceiver(running);
    // Positions are sent at most ten times a second.
    await expect.poll(async () => (await client.state()).position.seq).toBe(1);
    expect(await client.state()).toEqual({
      pid: process.pid,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version,
      url: running.url,
      missedPort: null,
      publicUrl: null,
      tunnel: null,
      forward: null,
      forwardRules: [],
      forwardsHeld: false,
      forwardsWaiting: 0,
      forwardsUnreadable: 0,
      routes: ["inbox"],
      handlers: [],
      handlersDir: null,
      secretSet: false,
      retention: defaultRetention,
      open: false,
      limits: defaultLimits(),
      storing: { ok: true },
      store: null,
      setAside: [],
      startedAt: running.startedAt,
      position: { seq: 1, revision: expect.any(Number) },
    });
  });

  test("is private to this user, as are the files beside it", async () => {
    const dataDir = freshDataDir();
    const running = receiverOf(await runningEngine(dataDir));
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect(running.socket).toBe(join(dataDir, "receiver.sock"));
    expect(modeOf(join(dataDir, "receiver.sock"))).toBe(0o600);
    expect(modeOf(join(dataDir, "receiver.json"))).toBe(0o600);
    expect(modeOf(join(dataDir, "deliveries.db"))).toBe(0o600);
    expect(modeOf(dataDir)).toBe(0o700);
  });

  test("is removed with the engine, and so is the runtime file", async () => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir);
    await engine.close();
    expect(existsSync(join(dataDir, "receiver.sock"))).toBe(false);
    expect(existsSync(join(dataDir, "receiver.json"))).toBe(false);
    await expect(fetch(receiverOf(engine).url)).rejects.toThrow("fetch failed");
  });

  test("replaces the socket of a killed engine", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "receiver.sock"), "left over");
    const running = receiverOf(await runningEngine(dataDir));
    expect((await connectReceiver(running).state()).pid).toBe(process.pid);
  });

  test("works for a data directory whose path is too long for a socket", async () => {
    const running = receiverOf(await runningEngine(freshDataDir("d".repeat(150))));
    expect(Buffer.byteLength(running.socket ?? "")).toBeLessThanOrEqual(100);
    expect(statSync(running.socket ?? "").mode & 0o777).toBe(0o600);
    expect((await connectReceiver(running).state()).url).toBe(running.url);
  });

  test("replays a delivery through its route, as a new row", async () => {
    const running = receiverOf(await runningEngine(freshDataDir()));
    await deliver(running.url, { event: { action: "update", scope: "repo.content" } });
    expect(await connectReceiver(running).replay(1)).toEqual({
      seq: 2,
      outcome: "accepted",
      status: 200,
      error: null,
    });
  });

  test("replays a delivery to a URL with its exact body", async () => {
    const running = receiverOf(await runningEngine(freshDataDir()));
    const payload = { event: { action: "update", scope: "repo.content" }, note: "é" };
    await deliver(running.url, payload);
    const to = await target(204);
    const result = await connectReceiver(running).replay(1, to.url);
    expect(result).toEqual({ seq: 2, outcome: "handled", status: 204, error: null });
    expect(to.bodies).toEqual([JSON.stringify(payload)]);
  });

  test("returns errors with their class", async () => {
    const control = connectReceiver(receiverOf(await runningEngine(freshDataDir())));
    const replay = control.replay(99);
    await expect(replay).rejects.toBeInstanceOf(NotFoundError);
    await expect(replay).rejects.toThrow("delivery 99 does not exist");
    await expect(control.replay(1, "ftp://example.org")).rejects.toMatchObject({
      code: "usage",
      exitCode: 2,
    });
  });

  test("responds to an unknown path with an error and continues", async () => {
    const running = receiverOf(await runningEngine(freshDataDir()));
    const asked = request({ socketPath: running.socket ?? "", path: "/nothing" });
    asked.end();
    const [response] = await once(asked, "response");
    expect(response.statusCode).toBe(500);
    response.resume();
    expect((await connectReceiver(running).state()).pid).toBe(process.pid);
  });
});

describe("the updates of a receiver", () => {
  test("start at the position of the log and follow it", async () => {
    const running = receiverOf(await runningEngine(freshDataDir()));
    await deliver(running.url, { a: 1 });
    const seen: number[] = [];
    const stop = new AbortController();
    for await (const { seq } of connectReceiver(running).updates(stop.signal)) {
      seen.push(seq);
      if (seq === 1 && seen.at(-2) !== 1) await deliver(running.url, { a: 2 });
      if (seq === 2) stop.abort();
    }
    expect(seen).toContain(1);
    expect(seen.at(-1)).toBe(2);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  test("end without an error when the reader stops, also before they start", async () => {
    const running = receiverOf(await runningEngine(freshDataDir()));
    const seen: LogPosition[] = [];
    for await (const position of connectReceiver(running).updates(AbortSignal.abort())) seen.push(position);
    expect(seen).toEqual([]);
  });

  test("end with EngineGoneError when the engine closes", async () => {
    const engine = await runningEngine(freshDataDir());
    const updates = connectReceiver(receiverOf(engine)).updates(new AbortController().signal);
    const following = (async () => {
      for await (const position of updates) if (position.seq === 0) void engine.close();
    })();
    await expect(following).rejects.toBeInstanceOf(EngineGoneError);
  });

  test("end with EngineGoneError when a running engine is silent", async () => {
    // The engine hangs: it accepts the connection and writes one line, then nothing more.
    const socket = join(freshDataDir(), "..", "hung.sock");
    const hung = createServer((_, response) => void response.write('{"seq":7,"revision":1,"changes":0}\n'));
    hung.listen(socket);
    await once(hung, "listening");
    onTestFinished(() => {
      hung.close();
      hung.closeAllConnections();
    });
    const running: RunningRole = {
      role: "receiver",
      pid: 1,
      version: "1",
      url: "http://127.0.0.1:1",
      missedPort: null,
      socket,
      token: null,
      startedAt: "",
    };
    const seen: number[] = [];
    const following = (async () => {
      for await (const { seq } of connectReceiver(running).updates(new AbortController().signal))
        seen.push(seq);
    })();
    await expect(following).rejects.toThrow(/process 1 does not respond \(it sent nothing for 2 s\)/);
    expect(seen).toEqual([7]);
  });

  test("of a missing engine throw EngineGoneError, as does any call", async () => {
    const engine = await runningEngine(freshDataDir());
    await engine.close();
    const control = connectReceiver(receiverOf(engine));
    await expect(control.state()).rejects.toBeInstanceOf(EngineGoneError);
    await expect(control.replay(1)).rejects.toBeInstanceOf(EngineGoneError);
    const following = (async () => {
      for await (const position of control.updates(new AbortController().signal)) expect(position).toBeNull();
    })();
    await expect(following).rejects.toBeInstanceOf(EngineGoneError);
  });
});
