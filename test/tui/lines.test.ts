import { describe, expect, it } from "vitest";
import { commands } from "../../src/app/commands/registry.ts";
import type { AppState } from "../../src/app/state/app-state.ts";
import { initialState } from "../../src/app/state/app-state.ts";
import { newestRowsLoaded, selectIndex, withDeliveries } from "../../src/app/state/deliveries-state.ts";
import { showMessage } from "../../src/app/state/messages.ts";
import { openOverlay } from "../../src/app/state/overlays.ts";
import { lostLink, withHub, withRate, withReceiver } from "../../src/app/state/session.ts";
import type { Line } from "../../src/text/line.ts";
import { keyLabel } from "../../src/tui/frame/key-label.ts";
import { keyLine } from "../../src/tui/frame/key-line.ts";
import { statusLine } from "../../src/tui/frame/status-line.ts";
import { tabLine } from "../../src/tui/frame/tab-line.ts";
import { pageOf, someMomentMs as nowMs } from "../support/app/deliveries.ts";

const shown = ({ spans }: Line) =>
  spans
    .map(({ text }) => text)
    .join("")
    .trimEnd();
const tones = ({ spans }: Line) => spans.filter(({ text }) => text.trim() !== "").map(({ tone }) => tone);

const at = (columns: number, state = connected): AppState => ({ ...state, size: { columns, rows: 24 } });
const change = (state: AppState, ...changes: readonly ((state: AppState) => AppState)[]) =>
  changes.reduce((now, one) => one(now), state);

const connected = change(
  initialState({ columns: 80, rows: 24 }, nowMs),
  withHub({ link: { state: "up" }, account: "me" }),
  withReceiver({ link: { state: "up" }, url: "http://127.0.0.1:7860", routes: ["inbox"] }),
  withDeliveries({ total: 12_408 }),
  withRate(2),
  withRate(38),
);

describe("the tabs", () => {
  it("mark the current screen by brackets, and arrivals by a dot", () => {
    expect(shown(tabLine(at(80)))).toBe("[1 Webhooks]  2 Deliveries ●   3 Policies   4 Jobs");
    expect(shown(tabLine(at(80, { ...connected, screen: "jobs" })))).toContain("[4 Jobs]");
  });

  it("show the current screen in any width", () => {
    for (const screen of ["webhooks", "deliveries", "policies", "jobs"] as const) {
      const name = `${screen.charAt(0).toUpperCase()}${screen.slice(1)}`;
      expect(shown(tabLine(at(40, { ...connected, screen })))).toMatch(
        new RegExp(`\\[\\d ${name}[^\\]]*\\]`),
      );
    }
  });
});

describe("the footer", () => {
  it("lists the enabled keys of the current scopes, always including help", () => {
    expect(shown(keyLine(at(80), commands))).toBe(" n new  T trigger  ? help");
    const deliveries = change({ ...connected, screen: "deliveries" }, newestRowsLoaded(pageOf(3, 1)));
    expect(shown(keyLine(at(80, deliveries), commands))).toBe(
      " Enter open  / filter  R replay  f pause  E next failure  ? help",
    );
    expect(shown(keyLine(at(40, deliveries), commands))).toBe(" Enter open  / filter  R replay  ? help");
    const help = openOverlay({ kind: "help", view: { selected: 0, top: 0 } })(connected);
    expect(shown(keyLine(at(80, help), commands))).toBe(" Enter run  Esc close");
  });

  it.each([
    ["ctrl+s", "Ctrl+S"],
    ["shift+tab", "Shift+Tab"],
    ["pagedown", "PgDn"],
    ["f1", "F1"],
    ["G", "G"],
    ["g", "g"],
    ["alt+backspace", "Alt+Backspace"],
    ["?", "?"],
    ["esc", "Esc"],
  ])("formats %s as %s", (id, label) => {
    expect(keyLabel(id)).toBe(label);
  });
});

describe("the status line", () => {
  const deliveries = change(
    { ...connected, screen: "deliveries" },
    withDeliveries({ lastSeq: 12_408 }),
    newestRowsLoaded(pageOf(12_408, 12_300)),
  );

  it("shows the position: following, or paused with the number of new deliveries", () => {
    expect(shown(statusLine(at(80, deliveries)))).toBe(" following · #12,408");
    const paused = change(deliveries, selectIndex(6, 17), withDeliveries({ lastSeq: 12_420 }));
    expect(shown(statusLine(at(80, paused)))).toBe(" paused · 12 new while paused, f follows · #12,402");
  });

  it("shows the worst toast, then the newest, and filter errors before any toast", () => {
    const both = change(
      deliveries,
      showMessage("error", "it failed", nowMs),
      showMessage("warn", "port taken", nowMs),
      showMessage("ok", "done", nowMs),
    );
    expect(shown(statusLine(at(80, both)))).toBe(" ✗ it failed");
    const better = change(deliveries, showMessage("ok", "first", nowMs), showMessage("ok", "second", nowMs));
    expect(shown(statusLine(at(80, better)))).toBe(" ✓ second");
    const wrong = withDeliveries({ editingFilter: true, filterError: { message: "no key", span: [0, 1] } })(
      both,
    );
    expect(shown(statusLine(at(80, wrong)))).toBe(" ✗ no key");
    expect(tones(statusLine(at(80, wrong)))).toEqual(["error"]);
  });

  it("leaves long errors to the box above it, and truncates long ok messages", () => {
    const long = "x".repeat(100);
    expect(shown(statusLine(at(80, showMessage("error", long, nowMs)(connected))))).toBe("");
    expect(shown(statusLine(at(80, showMessage("ok", long, nowMs)(connected))))).toMatch(/^ ✓ x+…$/);
    expect(shown(statusLine(at(120, showMessage("error", long, nowMs)(connected))))).toBe(` ✗ ${long}`);
  });

  it("keeps showing why a connection is lost", () => {
    const lost = withHub({ link: lostLink({ state: "up" }, nowMs, "the hub does not answer.") })(connected);
    expect(shown(statusLine(at(80, lost)))).toBe(" ✗ the hub does not answer.");
  });
});
