import { describe, expect, it } from "vitest";
import type { Attempt, Delivery } from "../../src/model/delivery.ts";
import { setReceiver } from "../../src/screens/connection-state.ts";
import { deliveryAt, shownDeliveries } from "../../src/screens/deliveries/list/shown-deliveries.ts";
import { setDeliveries } from "../../src/screens/deliveries/state/deliveries.ts";
import { nextTickMs } from "../../src/tui/clock.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { initialViewer } from "../../src/tui/viewer/state.ts";
import { deliveryOf, detailOf, pageOf, someMomentMs as nowMs } from "../support/app/deliveries.ts";
import { paneRows } from "../support/app/drawn.tsx";
import { registry } from "../support/app/registry.ts";
import { initialState, after, type KnownState } from "../support/app/state.ts";

const refused = (over: Partial<Attempt> = {}): Attempt => ({
  target: "http://127.0.0.1:3000/hook",
  startedAt: new Date(nowMs - 1_010).toISOString(),
  status: null,
  error: "connection refused",
  durationMs: 10,
  reply: null,
  ...over,
});
const pending = {
  outcome: "pending",
  status: null,
  durationMs: null,
  nextAttemptAt: new Date(nowMs + 4_000).toISOString(),
} as const;
const trying = { ...pending, nextAttemptAt: null };
const failed = { outcome: "failed", status: null } as const;

/** Returns the Deliveries screen with rows 60 to 1, and this detail of the selected one. */
function screen(
  seq: number,
  over: Partial<Delivery>,
  attempts: readonly Attempt[],
  size = { columns: 80, rows: 24 },
): KnownState {
  const rows = pageOf(60, 1).rows.map((row) => (row.seq === seq ? { ...row, ...over } : row));
  const detail = { ...detailOf(seq, '{"a":1}', over), attempts };
  return after(
    after(initialState(size, nowMs), showScreen("deliveries")),
    setDeliveries({ rows, loaded: true, selectedSeq: seq, topSeq: 60, detail }),
  );
}

const lines = (state: KnownState): readonly string[] => paneRows(state);
const tryLine = (state: KnownState) => lines(state).find((row) => row.includes("└"));

describe("the latest forward attempt", () => {
  it("is shown below the selected delivery, with the time of the next one", () => {
    const state = screen(58, pending, [refused(), refused(), refused()]);
    expect(tryLine(state)).toBe("           └ 3 ✗ —    forward connection refused · attempt 3 · next in 4 s");
    expect(tryLine(after(state, setWindow({ nowMs: nowMs + 9_000 })))).toContain("attempt 3 · next now");
    const index = lines(state).findIndex((row) => row.includes("└"));
    expect(lines(state)[index - 1]).toMatch(/^❯ .*next in 4 s/);
    expect(lines(state)[index + 1]).toMatch(/dataset:me\/repo-57/);
  });

  it("is held with all forwards, as its row says", () => {
    const held = after(screen(58, pending, [refused()]), setReceiver({ forwardsHeld: true }));
    expect(tryLine(held)).toContain("forward connection refused · attempt 1 · held");
    expect(lines(held).join("\n")).toMatch(/❯ .*me\/repo-58 · held/);
  });

  it("is due now while in progress, and the row shows its repo again", () => {
    const state = screen(58, trying, [refused()]);
    expect(tryLine(state)).toContain("forward connection refused · attempt 1 · next now");
    expect(lines(state).join("\n")).toMatch(/❯ .*dataset:me\/repo-58/);
  });

  it("shows the number of failed attempts, and that a replay had one", () => {
    const five = Array.from({ length: 5 }, () => refused());
    expect(tryLine(screen(58, failed, five))).toContain("forward connection refused · after 5 attempts");
    expect(tryLine(screen(58, { ...failed, replayOf: 3 }, [refused()]))).toContain(
      "replay connection refused · after 1 attempt",
    );
  });

  it("is not shown for a response, a handler, or the detail of another delivery", () => {
    expect(tryLine(screen(58, failed, [refused({ status: 500, error: null })]))).toBeUndefined();
    expect(tryLine(screen(58, failed, [refused({ target: "handler train" })]))).toBeUndefined();
    expect(
      tryLine(after(screen(58, pending, [refused()]), setDeliveries({ selectedSeq: 57 }))),
    ).toBeUndefined();
  });

  it("counts down once a second, while there is something to count", () => {
    const rows = { ...screen(58, pending, [refused(), refused(), refused()]) };
    const old = rows.deliveries.rows.map((row) => ({ ...row, receivedAt: new Date(0).toISOString() }));
    const waiting = after(rows, setDeliveries({ rows: old }));
    expect(nextTickMs(waiting, registry, nowMs)).toBe(nowMs + 1_000);
    const over = after(waiting, setWindow({ nowMs: nowMs + 9_000 }));
    expect(nextTickMs(over, registry, nowMs + 9_000)).toBe(nowMs + 9_000 + 600_000);
  });

  it("is also visible below the last row, and a click selects the row under the pointer", () => {
    const last = screen(60, trying, [refused()]);
    const listRows = 17;
    const atEnd = after(
      screen(60 - listRows + 1, trying, [refused()]),
      setDeliveries({ selectedSeq: 60 - listRows + 1 }),
    );
    for (const state of [last, atEnd, screen(50, trying, [refused()])]) {
      const shown = lines(state);
      expect(shown.some((row) => row.startsWith("❯"))).toBe(true);
      const head = shown.findIndex((row) => row.includes("status"));
      const list = shown.slice(head + 1, head + 1 + listRows);
      expect(list.filter((row) => row.includes("└"))).toHaveLength(1);
      const drawn = list.map((text) =>
        text.includes("└") ? state.deliveries.selectedSeq : Number(/repo-(\d+)/.exec(text)?.[1]),
      );
      const clicked = list.map((_, row) => deliveryAt(shownDeliveries(state), row));
      expect(clicked.map((index) => state.deliveries.rows[index]?.seq)).toEqual(drawn);
    }
  });
});

describe("the failure of a delivery", () => {
  const reason =
    "handler train threw: TypeError: Cannot read properties of undefined (reading 'length') (train.ts:14)";
  const open = (attempts: readonly Attempt[], over: Partial<KnownState["deliveries"]> = {}, rows = 24) =>
    after(
      screen(58, { ...failed, status: 500 }, attempts, { columns: 80, rows }),
      setDeliveries({ focus: "detail", ...over }),
    );

  const thrown = (payload: string) =>
    detailOf(58, payload, { ...failed, status: 500, reason, schemaValid: null });

  it("is shown above the payload, in at most three rows", () => {
    const shown = lines(open([], { detail: thrown("{}") }));
    const first = shown.findIndex((row) => row.startsWith("✗"));
    expect(shown.slice(first, first + 2)).toEqual([
      "✗ handler train threw: TypeError: Cannot read properties of undefined (reading",
      "  'length') (train.ts:14)",
    ]);
    expect(lines(open([], { detail: thrown("{}"), pane: "headers" })).join("\n")).not.toContain(
      "train.ts:14",
    );
  });

  it("names the target of a forward, and is not shown after a success", () => {
    expect(lines(open([refused()]))).toContain("✗ http://127.0.0.1:3000/hook  connection refused");
    const healed = screen(58, { outcome: "handled", status: 200 }, [refused(), refused({ error: null })]);
    expect(lines(after(healed, setDeliveries({ focus: "detail" }))).join("\n")).not.toContain("✗");
  });

  it("keeps the end of a long payload reachable", () => {
    const payload = JSON.stringify(Array.from({ length: 50 }, (_, index) => index));
    for (const rows of [10, 14, 24, 40]) {
      const viewer = { ...initialViewer, of: "58 request", cursor: 10_000, top: { line: 10_000, row: 0 } };
      const shown = lines(open([], { detail: thrown(payload), viewer }, rows));
      const end = shown.findLastIndex((row) => /^❯ +\]$/.test(row));
      expect(end).toBeGreaterThan(0);
      expect(shown.slice(end + 1).every((row) => /^(✗| +'?length)/.test(row))).toBe(true);
    }
  });

  it("is not shown for a delivery that was rejected earlier", () => {
    const refusedRow = { ...deliveryOf(58), outcome: "rejected" as const, status: 403 };
    expect(lines(open([], { rows: [refusedRow] })).at(-1)).toBe("");
  });
});
