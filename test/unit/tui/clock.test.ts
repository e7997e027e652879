import { describe, expect, it } from "vitest";
import type { ForwardTarget, TunnelState } from "../../../src/screens/connection-state.ts";
import { lostLink, setHub, setReceiver } from "../../../src/screens/connection-state.ts";
import {
  newestRowsLoaded,
  setDeliveries,
  addRate,
} from "../../../src/screens/deliveries/state/deliveries.ts";
import { nextTickMs } from "../../../src/tui/clock.ts";
import { expireToasts, messageShown } from "../../../src/tui/state/messages.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { pageOf, someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { initialState, after, type KnownState } from "../../support/app/state.ts";
import { storeStatus } from "../../support/app/store-status.ts";

const nowMs = someMomentMs;
const idle = initialState({ columns: 80, rows: 24 }, nowMs);
const never = Number.POSITIVE_INFINITY;

/** Returns the milliseconds to the next tick, with all arrivals seen. */
const waits = (state: KnownState, atMs = nowMs) =>
  nextTickMs(after(state, setDeliveries({ seenSeq: state.deliveries.lastSeq })), registry, atMs) - atMs;

/** Deliveries screen with finished rows. */
const showingRows: KnownState = after(after(idle, showScreen("deliveries")), newestRowsLoaded(pageOf(3, 1)));
/** Deliveries screen with rows that are pending since `someMomentMs`. */
const pendingRows: KnownState = after(
  showingRows,
  setDeliveries({ rows: pageOf(3, 1).rows.map((row) => ({ ...row, outcome: "pending" as const })) }),
);

describe("the clock", () => {
  it("stands still if no age is visible", () => {
    expect(waits(idle)).toBe(never);
    expect(waits(after(pendingRows, showScreen("webhooks")))).toBe(never);
    expect(waits(showingRows)).toBe(never);
    expect(waits(after(idle, showScreen("deliveries")))).toBe(never);
  });

  it("ticks every second while a pending row is below ten seconds old, then more and more rarely", () => {
    const waitsAt = (ageMs: number) =>
      waits(after(pendingRows, setWindow({ nowMs: nowMs + ageMs })), nowMs + ageMs);
    expect(waitsAt(0)).toBe(1_000);
    expect(waitsAt(9_000)).toBe(1_000);
    expect(waitsAt(10_000)).toBe(5_000);
    expect(waitsAt(60_000)).toBe(30_000);
    expect(waitsAt(3_600_000)).toBe(600_000);
  });

  it("ticks more and more often before the next attempt of a forward", () => {
    const page = pageOf(3, 1);
    const waitsBefore = (leftMs: number) => {
      const nextAttemptAt = new Date(nowMs + 7_200_000 + leftMs).toISOString();
      const rows = page.rows.map((row) => ({ ...row, outcome: "pending" as const, nextAttemptAt }));
      const later = { nowMs: nowMs + 7_200_000 };
      return waits(after(showingRows, setDeliveries({ rows }), setWindow(later)), later.nowMs);
    };
    expect(waitsBefore(120_000)).toBe(30_000);
    expect(waitsBefore(30_000)).toBe(5_000);
    expect(waitsBefore(9_000)).toBe(1_000);
  });

  it("ticks at once for what appeared while it stood still", () => {
    expect(waits(pendingRows, nowMs + 45_000)).toBe(0);
  });

  it("ticks every second while a connection is lost or deliveries arrive", () => {
    const lost = lostLink({ state: "up" }, nowMs, "gone");
    expect(waits(after(idle, setHub({ link: lost })))).toBe(1_000);
    expect(waits(after(idle, setReceiver({ link: lost })))).toBe(1_000);
    expect(waits(after(idle, addRate(5)))).toBe(1_000);
    expect(nextTickMs(after(idle, setDeliveries({ lastSeq: 8, seenSeq: 7 })), registry, nowMs)).toBe(
      nowMs + 1_000,
    );
  });

  it("ticks every minute from the opening of a tunnel, and every second after its loss", () => {
    const tunnel = (state: TunnelState) =>
      after(idle, setReceiver({ tunnel: { choice: "ngrok", provider: "ngrok", state } }));
    const open = { kind: "open", url: "https://x.ngrok.app", endsAtMs: null } as const;
    expect(waits(tunnel({ ...open, sinceMs: nowMs }))).toBe(60_000);
    expect(waits(tunnel({ ...open, sinceMs: nowMs - 150_000 }))).toBe(30_000);
    // Opened after the last tick.
    expect(waits(tunnel({ ...open, sinceMs: nowMs + 10_000 }), nowMs + 10_000)).toBe(60_000);
    const lost = { kind: "reconnecting", url: null, reason: "cut" } as const;
    expect(waits(tunnel({ ...lost, sinceMs: nowMs - 300 }))).toBe(700);
    expect(waits(tunnel({ ...lost, sinceMs: nowMs - 90_000 }))).toBe(30_000);
    for (const kind of ["off", "failed", "opening"] as const) {
      const state = { kind, sinceMs: nowMs, what: "", why: null, hint: null };
      expect(waits(tunnel(state))).toBe(never);
    }
  });

  it("ticks every second after the loss of the store, and never while it is connected", () => {
    const store = (connected: boolean) =>
      after(idle, setReceiver({ store: storeStatus({ connected, sinceMs: nowMs }) }));
    expect(waits(store(true))).toBe(never);
    expect(waits(store(false))).toBe(1_000);
  });

  it("ticks every second after the loss of a forward target, and never while it is up", () => {
    const forward = (health: ForwardTarget["health"]) =>
      after(idle, setReceiver({ forward: { target: "http://localhost:3000/", health } }));
    expect(waits(forward({ kind: "up", sinceMs: nowMs }))).toBe(never);
    expect(waits(forward({ kind: "down", sinceMs: nowMs, reason: "connection refused" }))).toBe(1_000);
    const long = forward({ kind: "down", sinceMs: nowMs - 600_000, reason: "connection refused" });
    expect(waits(long)).toBe(60_000);
  });

  it("ticks at the end of a toast, but not for a toast that waits for a key", () => {
    expect(waits(after(idle, messageShown("ok", "done", nowMs)))).toBe(2_000);
    expect(waits(after(idle, messageShown("error", "failed", nowMs)))).toBe(never);
    expect(
      waits(
        after(after(idle, messageShown("ok", "before", nowMs - 1_500)), messageShown("ok", "done", nowMs)),
      ),
    ).toBe(500);
  });
});

describe("messages", () => {
  it("expire as toasts, and stay in the history", () => {
    const both = after(
      after(idle, messageShown("ok", "done", nowMs)),
      messageShown("error", "failed", nowMs),
    );
    const later = after(both, expireToasts(nowMs + 2_000));
    expect(later.messages.toasts.map(({ text }) => text)).toEqual(["failed"]);
    expect(later.messages.history.map(({ text, id }) => [text, id])).toEqual([
      ["done", 1],
      ["failed", 2],
    ]);
    expect(after(both, expireToasts(nowMs))).toBe(both);
  });

  it("are one toast if repeated, and their history is bounded", () => {
    let state = idle;
    for (let times = 0; times < 1_000; times += 1)
      state = after(state, messageShown("error", "lost", nowMs + times));
    expect([
      state.messages.toasts.length,
      state.messages.history.length,
      state.messages.history.at(-1)?.id,
    ]).toEqual([1, 200, 1_000]);
  });
});

it("keeps the arrivals of the last eight seconds, so that the header does not change with a pause", () => {
  let state = idle;
  for (const received of [5, 0, 0, 0, 0, 0, 0, 0]) state = after(state, addRate(received));
  expect(state.deliveries.rates).toEqual([5, 0, 0, 0, 0, 0, 0, 0]);
  expect(after(state, addRate(0)).deliveries.rates).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});
