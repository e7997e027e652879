import { expect, onTestFinished, test } from "vitest";
import { makeNgrokTunnel, type NgrokTunnelOptions } from "../../../src/receiver/tunnel/ngrok/provider.ts";
import type { Tunnel } from "../../../src/receiver/tunnel/tunnel.ts";
import { type HandClock, handClock } from "../../support/hand-clock.ts";
import {
  type Outcome,
  type ScriptedSdk,
  type ScriptedSession,
  scriptedSdk,
} from "../../support/tunnel/scripted-sdk.ts";
import { eventually, expectOf, until } from "../../support/tunnel/until.ts";

const local = "http://127.0.0.1:7860";
const a = { url: "https://a.ngrok.app" };
const b = { url: "https://b.ngrok.app" };

interface Played extends ScriptedSdk {
  readonly tunnel: Tunnel;
  readonly clock: HandClock;
}

function play(outcomes: readonly Outcome[], options: NgrokTunnelOptions = {}): Played {
  const script = scriptedSdk(...outcomes);
  const clock = handClock();
  const tunnel = makeNgrokTunnel({
    clock,
    env: { NGROK_AUTHTOKEN: "2token" },
    loadSdk: async () => script.sdk,
    ...options,
  });
  onTestFinished(async () => {
    const closed = tunnel.close();
    clock.advance(10_000);
    await closed;
  });
  return { ...script, tunnel, clock };
}

/** Resolves with the n-th session when it is requested. */
async function session({ sessions }: ScriptedSdk, n: number): Promise<ScriptedSession> {
  await eventually(() => sessions.length > n);
  const found = sessions[n];
  if (found === undefined) throw new Error("no such session");
  return found;
}

test("a tunnel is not open while heartbeats are unanswered", async () => {
  const played = play([a]);
  const open = expectOf(await played.tunnel.open(local), "open");
  const first = await session(played, 0);
  first.beat(12);
  expect(played.tunnel.state()).toEqual(open);
  first.beat(null);
  expect(played.tunnel.state()).toMatchObject({
    kind: "reconnecting",
    url: a.url,
    reason: "ngrok does not respond",
  });
  played.clock.advance(14_000);
  first.beat(30);
  expect(played.tunnel.state()).toEqual(open);
  played.clock.advance(60_000);
  expect(played.tunnel.state()).toEqual(open);
});

test("a session that stays mute is replaced, and its URL with it", async () => {
  const played = play([a, b]);
  const open = expectOf(await played.tunnel.open(local), "open");
  const first = await session(played, 0);
  first.beat(null);
  played.clock.advance(15_000);
  await eventually(() => first.closed.session === 1 && first.closed.listener === 1);
  await eventually(() => played.clock.due().includes(played.clock.nowMs() + 500));
  played.clock.advance(500);
  const second = await until(played.tunnel, "open");
  expect(second).toMatchObject({ url: b.url, endsAtMs: null });
  expect(second.sinceMs).toBe(open.sinceMs + 15_500);
});

test("a replaced session that recovers is closed", async () => {
  const played = play([a, a]);
  await played.tunnel.open(local);
  const first = await session(played, 0);
  first.cut();
  played.clock.advance(15_000);
  await eventually(() => played.clock.due().includes(played.clock.nowMs() + 500));
  played.clock.advance(500);
  await until(played.tunnel, "open");
  first.beat(20);
  await eventually(() => first.closed.session === 2);
  expect(played.tunnel.state().kind).toBe("open");
});

test("a cut while a new connection settles restarts the wait", async () => {
  const played = play([a], { domain: "a.ngrok.app" });
  const open = await played.tunnel.open(local);
  const first = await session(played, 0);
  first.cut();
  first.beat(20);
  played.clock.advance(2_900);
  first.cut();
  played.clock.advance(200);
  expect(played.tunnel.state().kind).toBe("reconnecting");
  first.beat(20);
  played.clock.advance(3_000);
  expect(played.tunnel.state()).toEqual(open);
});

test("when the SDK gives up, there is a new session", async () => {
  const played = play([a, a]);
  const open = await played.tunnel.open(local);
  (await session(played, 0)).end();
  expect(await until(played.tunnel, "reconnecting")).toMatchObject({ reason: "ngrok ended the tunnel" });
  await eventually(() => played.clock.due().includes(played.clock.nowMs() + 500));
  played.clock.advance(500);
  expect(await until(played.tunnel, "open")).toEqual(open);
});

test("an address that the lost session still holds is waited for", async () => {
  const taken = "failed to start listener: The endpoint is already online. error_code: ERR_NGROK_334";
  const played = play([a, { error: taken }, { error: taken }, a]);
  const open = await played.tunnel.open(local);
  (await session(played, 0)).end();
  for (const waitMs of [500, 1_000, 2_000]) {
    await eventually(() => played.clock.due().includes(played.clock.nowMs() + waitMs));
    expect(played.tunnel.state().kind).toBe("reconnecting");
    played.clock.advance(waitMs);
  }
  expect(await until(played.tunnel, "open")).toEqual(open);
});

test("an authtoken revoked in the meantime ends the tunnel", async () => {
  const revoked = "failed to connect session: The authtoken is invalid. error_code: ERR_NGROK_107";
  const played = play([a, { error: revoked }]);
  await played.tunnel.open(local);
  (await session(played, 0)).end();
  await eventually(() => played.clock.due().includes(played.clock.nowMs() + 500));
  played.clock.advance(500);
  expect(await until(played.tunnel, "failed")).toMatchObject({ what: "ngrok does not accept the authtoken" });
});

test("a network that drops everything runs into a timeout", async () => {
  const played = play(["never"]);
  const opening = played.tunnel.open(local);
  await session(played, 0);
  expect(played.tunnel.state().kind).toBe("opening");
  played.clock.advance(30_000);
  expect(await opening).toMatchObject({ kind: "failed", why: "no response within 30 s" });
});

test("a failed tunnel can be opened again", async () => {
  const played = play([{ error: "failed to connect session: failed to establish tcp connection" }, a]);
  expect(await played.tunnel.open(local)).toMatchObject({ kind: "failed", what: "ngrok cannot be reached" });
  expect(await played.tunnel.open(local)).toMatchObject({ kind: "open", url: a.url });
});

test("without an authtoken nothing is sent, and the hint says where to get one", async () => {
  const played = play([a], { env: { HOME: "/nowhere" } });
  expect(await played.tunnel.open(local)).toEqual({
    kind: "failed",
    what: "no authtoken for ngrok is set",
    why: "neither NGROK_AUTHTOKEN nor the configuration has one",
    hint: "Get it at https://dashboard.ngrok.com/get-started/your-authtoken and set NGROK_AUTHTOKEN",
  });
  expect(played.sessions).toEqual([]);
});
