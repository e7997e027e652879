import { expect, onTestFinished, test } from "vitest";
import { tunnelFailed } from "../../../src/receiver/tunnel/errors.ts";
import { keepOpen } from "../../../src/receiver/tunnel/keep-open.ts";
import type { Connection, ConnectionEvents, Connector } from "../../../src/receiver/tunnel/provider.ts";
import type { Tunnel, TunnelState } from "../../../src/receiver/tunnel/tunnel.ts";
import { type HandClock, handClock } from "../../support/hand-clock.ts";
import { eventually, until } from "../../support/tunnel/until.ts";

interface Played {
  readonly tunnel: Tunnel;
  readonly clock: HandClock;
  /** Returns the events of the open connection. */
  events(): ConnectionEvents;
  readonly connects: string[];
  readonly checks: number[];
  readonly states: TunnelState[];
  /** Returns the URL of the next connection, or its error. */
  next: () => string | Error;
}

function play(): Played {
  const clock = handClock();
  const connects: string[] = [];
  const checks: number[] = [];
  let events: ConnectionEvents | null = null;
  const provider: Connector = {
    name: "scripted",
    async connect(localUrl, told): Promise<Connection> {
      connects.push(localUrl);
      const outcome = played.next();
      if (outcome instanceof Error) throw outcome;
      events = told;
      return {
        url: outcome,
        endsAtMs: clock.nowMs() + 3_600_000,
        check: () => void checks.push(clock.nowMs()),
        close: async () => {},
      };
    },
  };
  const tunnel = keepOpen(provider, clock);
  const states: TunnelState[] = [];
  tunnel.onChange((state) => void states.push(state));
  onTestFinished(() => tunnel.close());
  const played: Played = {
    tunnel,
    clock,
    connects,
    checks,
    states,
    next: () => "https://a.example.org",
    events() {
      if (events === null) throw new Error("never connected");
      return events;
    },
  };
  return played;
}

async function pass(clock: HandClock, ms: number): Promise<void> {
  await eventually(() => clock.due().includes(clock.nowMs() + ms));
  clock.advance(ms);
}

const local = "http://127.0.0.1:7860";

test("each state is emitted", async () => {
  const { tunnel, clock, states } = play();
  const sinceMs = clock.nowMs();
  await tunnel.open(local);
  await tunnel.close();
  expect(states).toEqual([
    { kind: "opening", sinceMs },
    { kind: "open", url: "https://a.example.org", sinceMs, endsAtMs: sinceMs + 3_600_000 },
    { kind: "off" },
  ]);
});

test("a removed listener is not called", async () => {
  const { tunnel } = play();
  const heard: string[] = [];
  const stop = tunnel.onChange(({ kind }) => void heard.push(kind));
  await tunnel.open(local);
  stop();
  await tunnel.close();
  expect(heard).toEqual(["opening", "open"]);
});

test("opening twice opens once, and again for another address", async () => {
  const { tunnel, connects } = play();
  const [first, second] = await Promise.all([tunnel.open(local), tunnel.open(local)]);
  expect(first).toEqual(second);
  expect(connects).toEqual([local]);
  await tunnel.open("http://127.0.0.1:9999");
  expect(connects).toEqual([local, "http://127.0.0.1:9999"]);
});

test("attempts get less frequent, and the time of the loss stays", async () => {
  const played = play();
  await played.tunnel.open(local);
  played.next = () => tunnelFailed("the server is away", "no answer");
  played.clock.advance(60_000);
  const lostMs = played.clock.nowMs();
  played.events().lost("it broke");
  await until(played.tunnel, "reconnecting");
  for (const ms of [500, 1_000, 2_000, 5_000, 10_000, 30_000, 30_000]) await pass(played.clock, ms);
  await eventually(() => played.connects.length === 8);
  expect(played.tunnel.state()).toEqual({
    kind: "reconnecting",
    url: "https://a.example.org",
    sinceMs: lostMs,
    reason: "the server is away: no answer",
  });
});

test("a machine that wakes up checks its connection, or reconnects immediately", async () => {
  const played = play();
  await played.tunnel.open(local);
  const asleep = { ms: 0 };
  const clock: HandClock = { ...played.clock, nowMs: () => played.clock.nowMs() + asleep.ms };
  const tunnel = keepOpen(
    {
      name: "sleeper",
      connect: async (_, events) => {
        const outcome = played.next();
        if (outcome instanceof Error) throw outcome;
        return {
          url: outcome,
          endsAtMs: null,
          check: () => events.lost("the machine was asleep"),
          close: async () => {},
        };
      },
    },
    clock,
  );
  onTestFinished(() => tunnel.close());
  await tunnel.open(local);
  played.clock.advance(60_000);
  expect(tunnel.state().kind).toBe("open");
  played.next = () => tunnelFailed("no network yet", "");
  asleep.ms = 3_600_000;
  played.clock.advance(5_000);
  expect(await until(tunnel, "reconnecting")).toMatchObject({ reason: "the machine was asleep" });
  for (const ms of [500, 1_000, 2_000, 5_000, 10_000]) await pass(played.clock, ms);
  await eventually(() => played.clock.due().some((dueMs) => dueMs === played.clock.nowMs() + 30_000));
  played.next = () => "https://b.example.org";
  asleep.ms = 7_200_000;
  played.clock.advance(5_000);
  expect(await until(tunnel, "open")).toMatchObject({ url: "https://b.example.org" });
});

test("an unexpected error of a provider is a failed tunnel, not a crash", async () => {
  const played = play();
  played.next = () => new RangeError("what is this");
  expect(await played.tunnel.open(local)).toEqual({
    kind: "failed",
    what: "the scripted tunnel could not be opened",
    why: "what is this",
    hint: "Retry, or use another tunnel",
  });
});

test("events of a closed connection are ignored", async () => {
  const played = play();
  await played.tunnel.open(local);
  const old = played.events();
  await played.tunnel.close();
  old.interrupted("late");
  old.resumed();
  old.lost("late");
  expect(played.tunnel.state()).toEqual({ kind: "off" });
});

test("opening during closing opens the tunnel again", async () => {
  const { tunnel, connects } = play();
  await tunnel.open(local);
  const [, state] = await Promise.all([tunnel.close(), tunnel.open(local)]);
  expect(state).toMatchObject({ kind: "open" });
  expect(tunnel.state()).toEqual(state);
  expect(connects).toEqual([local, local]);
});
