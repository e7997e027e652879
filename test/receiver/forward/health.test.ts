import { expect, test } from "vitest";
import { parseForwardRule } from "../../../src/receiver/forward/rules.ts";
import { forwarding } from "../../support/forwarding.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

/** Returns the URL of a target that accepts connections, but does not respond to TLS handshakes. */
async function silentTls(): Promise<string> {
  const { port } = await rawTarget(() => {});
  return `https://127.0.0.1:${port}/`;
}

test("nothing is known of a target until its first probe has come back; then it is up, and nothing was requested", async () => {
  const target = await rawTarget(() => {});
  const { forward, clock, state } = await forwarding(target.url);
  const sinceMs = clock.nowMs();
  expect(state()).toEqual({
    target: target.url,
    health: { kind: "unknown", sinceMs },
    sending: 0,
    queued: 0,
    waiting: 0,
  });
  const changed = new Promise<void>((resolve) => void forward.onChange(resolve));
  await changed;
  expect(state().health).toEqual({ kind: "up", sinceMs });
  expect(target.requests).toEqual([]);
});

test("a target that is up is probed every 15 s, one that is down every 5 s", async () => {
  const target = await rawTarget(() => {});
  const { clock, skip, state } = await forwarding(target.url);
  const startMs = clock.nowMs();
  await until(() => state().health.kind === "up");
  expect(clock.due()).toEqual([startMs + 15_000]);
  await target.connected(1);
  await target.close();
  await skip(15_000);
  await until(() => state().health.kind === "down");
  expect(state().health).toEqual({
    kind: "down",
    sinceMs: startMs + 15_000,
    reason: "connection refused",
  });
  await skip(5_000);
  await until(() => clock.due().includes(startMs + 25_000));
  expect(state().health).toMatchObject({ kind: "down", sinceMs: startMs + 15_000 });
  await rawTarget(() => {}, target.port);
  await skip(5_000);
  await until(() => state().health.kind === "up");
  expect(state().health).toEqual({ kind: "up", sinceMs: startMs + 25_000 });
});

test("what is sent tells at once what a probe would tell later", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(500)));
  const { deliver, clock, state } = await forwarding(target.url);
  await until(() => state().health.kind === "up");
  await target.close();
  const { attempts } = deliver();
  await until(() => attempts.length === 1);
  expect(state().health).toMatchObject({ kind: "down", reason: "connection refused" });
  const reopened = await rawTarget((socket) => socket.write(rawAnswer(500)), target.port);
  clock.advance(200);
  await reopened.received(1);
  await until(() => state().health.kind === "up");
});

test("a target that takes connections and never answers is up: somebody is there", async () => {
  const target = await rawTarget((socket) => void socket.resetAndDestroy());
  const { deliver, state } = await forwarding(target.url);
  await until(() => state().health.kind === "up");
  const { attempts } = deliver();
  await until(() => attempts.length === 1);
  expect(state().health.kind).toBe("up");
});

test("a handshake that is not done within 4 s is none", async () => {
  const url = await silentTls();
  const { clock, state } = await forwarding(url);
  clock.advance(4_000);
  await until(() => state().health.kind === "down");
  expect(state().health).toMatchObject({ reason: "no connection within 4 s" });
});

test("another target starts from the beginning, and what the old one's probe says later is nothing to it", async () => {
  const { forward, clock, state } = await forwarding(await silentTls());
  const target = await rawTarget(() => {});
  forward.setTarget(target.url);
  expect(state().health.kind).toBe("unknown");
  await until(() => state().health.kind === "up");
  clock.advance(4_000);
  expect(state().health.kind).toBe("up");
});

test("who no longer listens is not told", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const { forward, deliver } = await forwarding(target.url);
  let told = 0;
  const stop = forward.onChange(() => void (told += 1));
  await deliver().end;
  expect(told).toBeGreaterThan(0);
  stop();
  const before = told;
  await deliver().end;
  expect(told).toBe(before);
});

test("closing ends the probes", async () => {
  const target = await rawTarget(() => {});
  const { forward, clock, state } = await forwarding(target.url);
  await until(() => state().health.kind === "up");
  await forward.close(0);
  expect(clock.due()).toEqual([]);
});

test("the targets of rules are watched too, each once, until their rules are dropped", async () => {
  const target = await rawTarget(() => {});
  const gone = await rawTarget(() => {});
  await gone.close();
  const rules = [
    parseForwardRule("repo:me/*", target.url),
    parseForwardRule("scope:discussion", gone.url),
    parseForwardRule("urgent", target.url),
  ];
  const { forward, clock } = await forwarding(null, { rules });
  await until(() => forward.rules().every(({ health }) => health.kind !== "unknown"));
  expect(forward.rules()).toMatchObject([
    { where: "repo:me/*", target: `${target.url}/`, health: { kind: "up" } },
    {
      where: "scope:discussion",
      target: `${gone.url}/`,
      health: { kind: "down", reason: "connection refused" },
    },
    { where: "urgent", target: `${target.url}/`, health: { kind: "up" } },
  ]);
  expect(clock.due()).toHaveLength(2);
  forward.dropRules((url) => url === `${target.url}/`);
  expect(forward.rules()).toHaveLength(1);
  expect(clock.due()).toHaveLength(1);
});
