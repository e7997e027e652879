import { describe, expect, it } from "vitest";
import { nextTickMs } from "../../../src/app/effects/clock.ts";
import type { AppState } from "../../../src/app/state/app-state.ts";
import { initialState } from "../../../src/app/state/app-state.ts";
import { newestRowsLoaded, withDeliveries } from "../../../src/app/state/deliveries-state.ts";
import { expireToasts, showMessage } from "../../../src/app/state/messages.ts";
import type { ForwardTarget, TunnelState } from "../../../src/app/state/session.ts";
import { lostLink, withHub, withRate, withReceiver } from "../../../src/app/state/session.ts";
import { pageOf, someMomentMs } from "../../support/app/deliveries.ts";

const nowMs = someMomentMs;
const idle = initialState({ columns: 80, rows: 24 }, nowMs);
const never = Number.POSITIVE_INFINITY;

/** Returns the milliseconds to the next tick, with all arrivals seen. */
const waits = (state: AppState, atMs = nowMs) => nextTickMs(state, state.deliveries.lastSeq, atMs) - atMs;

/** Deliveries screen with rows since `someMomentMs`. */
const showingRows: AppState = newestRowsLoaded(pageOf(3, 1))({ ...idle, screen: "deliveries" });

describe("the clock", () => {
  it("stands still if no age is visible", () => {
    expect(waits(idle)).toBe(never);
    expect(waits({ ...showingRows, screen: "webhooks" })).toBe(never);
    expect(waits({ ...idle, screen: "deliveries" })).toBe(never);
  });

  it("ticks every second while a row is below a minute old, then every half minute", () => {
    expect(waits(showingRows)).toBe(1_000);
    const minuteLater = { ...showingRows, nowMs: nowMs + 60_000 };
    expect(waits(minuteLater, nowMs + 60_000)).toBe(30_000);
  });

  it("ticks at once for what appeared while it stood still", () => {
    expect(waits(showingRows, nowMs + 45_000)).toBe(0);
  });

  it("ticks every second while a connection is lost or deliveries arrive", () => {
    const lost = lostLink({ state: "up" }, nowMs, "gone");
    expect(waits(withHub({ link: lost })(idle))).toBe(1_000);
    expect(waits(withReceiver({ link: lost })(idle))).toBe(1_000);
    expect(waits(withRate(5)(idle))).toBe(1_000);
    expect(nextTickMs(withDeliveries({ lastSeq: 8 })(idle), 7, nowMs)).toBe(nowMs + 1_000);
  });

  it("ticks every minute from the opening of a tunnel, and every second after its loss", () => {
    const tunnel = (state: TunnelState) =>
      withReceiver({ tunnel: { choice: "ngrok", provider: "ngrok", state } })(idle);
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

  it("ticks every second after the loss of a forward target, and never while it is up", () => {
    const forward = (health: ForwardTarget["health"]) =>
      withReceiver({ forward: { target: "http://localhost:3000/", health } })(idle);
    expect(waits(forward({ kind: "up", sinceMs: nowMs }))).toBe(never);
    expect(waits(forward({ kind: "down", sinceMs: nowMs, reason: "connection refused" }))).toBe(1_000);
    const long = forward({ kind: "down", sinceMs: nowMs - 600_000, reason: "connection refused" });
    expect(waits(long)).toBe(60_000);
  });

  it("ticks at the end of a toast, but not for a toast that waits for a key", () => {
    expect(waits(showMessage("ok", "done", nowMs)(idle))).toBe(2_000);
    expect(waits(showMessage("error", "failed", nowMs)(idle))).toBe(never);
    expect(waits(showMessage("ok", "done", nowMs)(showMessage("ok", "before", nowMs - 1_500)(idle)))).toBe(
      500,
    );
  });
});

describe("messages", () => {
  it("expire as toasts, and stay in the history", () => {
    const both = showMessage("error", "failed", nowMs)(showMessage("ok", "done", nowMs)(idle));
    const later = expireToasts(nowMs + 2_000)(both);
    expect(later.toasts.map(({ text }) => text)).toEqual(["failed"]);
    expect(later.messages.map(({ text, id }) => [text, id])).toEqual([
      ["done", 1],
      ["failed", 2],
    ]);
    expect(expireToasts(nowMs)(both)).toBe(both);
  });

  it("are one toast if repeated, and their history is bounded", () => {
    let state = idle;
    for (let times = 0; times < 1_000; times += 1) state = showMessage("error", "lost", nowMs + times)(state);
    expect([state.toasts.length, state.messages.length, state.messages.at(-1)?.id]).toEqual([1, 200, 1_000]);
  });
});

it("shows the arrivals of the last eight seconds, and nothing if there were none", () => {
  let state = idle;
  for (const received of [5, 0, 0, 0, 0, 0, 0, 0]) state = withRate(received)(state);
  expect(state.session.rates).toEqual([5, 0, 0, 0, 0, 0, 0, 0]);
  expect(withRate(0)(state).session.rates).toEqual([]);
});
