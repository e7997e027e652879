import { describe, expect, it } from "vitest";
import { lostLink, setHub, setReceiver } from "../../src/screens/connection-state.ts";
import {
  newestRowsLoaded,
  selectIndex,
  setDeliveries,
  addRate,
} from "../../src/screens/deliveries/state/deliveries.ts";
import { webhooksLoaded } from "../../src/screens/webhooks/state/webhooks.ts";
import type { Line } from "../../src/text/line.ts";
import { openHelp } from "../../src/tui/dialogs/help.ts";
import { headerLine } from "../../src/tui/frame/header-line.ts";
import { keyLabel } from "../../src/tui/frame/key-label.ts";
import { keyLine } from "../../src/tui/frame/key-line.ts";
import { statusLine } from "../../src/tui/frame/status-line.ts";
import { messageShown } from "../../src/tui/state/messages.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { pageOf, someMomentMs as nowMs } from "../support/app/deliveries.ts";
import { registry } from "../support/app/registry.ts";
import { initialState, after, type KnownState } from "../support/app/state.ts";

const shown = ({ spans }: Line) =>
  spans
    .map(({ text }) => text)
    .join("")
    .trimEnd();
const tones = ({ spans }: Line) => spans.filter(({ text }) => text.trim() !== "").map(({ tone }) => tone);

const at = (columns: number, state = connected): KnownState =>
  after(state, setWindow({ size: { columns, rows: 24 } }));

const connected = after(
  initialState({ columns: 80, rows: 24 }, nowMs),
  setHub({ link: { state: "up" }, account: "me" }),
  setReceiver({ link: { state: "up" }, url: "http://127.0.0.1:7860", routes: ["inbox"] }),
  setDeliveries({ total: 12_408 }),
  addRate(2),
  addRate(38),
);

describe("the tabs", () => {
  it("mark the current screen by brackets, and count deliveries", () => {
    const loaded = after(connected, newestRowsLoaded(pageOf(3, 1)));
    expect(shown(headerLine(at(160, loaded), registry))).toMatch(
      /^ hooklens \[1 Webhooks\] 2 Deliveries 12k {2}3 Policies {2}4 Jobs {2}5 Messages {2}/,
    );
    expect(shown(headerLine(at(160, after(connected, showScreen("jobs"))), registry))).toContain("[4 Jobs]");
  });

  it("show the current screen in any width, and the others at least by their keys", () => {
    for (const screen of ["webhooks", "deliveries", "policies", "jobs", "messages"] as const) {
      const name = `${screen.charAt(0).toUpperCase()}${screen.slice(1)}`;
      const header = shown(headerLine(at(40, after(connected, showScreen(screen))), registry));
      expect(header).toMatch(new RegExp(`\\[\\d ${name}[^\\]]*\\]`));
      for (const { key } of registry.tabs) expect(header).toContain(key);
    }
  });
});

describe("the footer", () => {
  it("lists the enabled keys of the current scopes, always including help", () => {
    expect(shown(keyLine(at(80), registry))).toBe(" c new  t trigger  g go to  m more  ? help");
    const deliveries = after(after(connected, showScreen("deliveries")), newestRowsLoaded(pageOf(3, 1)));
    expect(shown(keyLine(at(80, deliveries), registry))).toBe(
      " Enter open  / filter  Space mark  r replay  x export  = compare  ? help",
    );
    expect(shown(keyLine(at(40, deliveries), registry))).toBe(" Enter open  / filter  ? help");
    // A list with rows can be sorted.
    expect(shown(keyLine(at(200, deliveries), registry))).toMatch(/ s sort {2}g go to {2}m more {2}\? help$/);
    const help = after(connected, openHelp());
    expect(shown(keyLine(at(80, help), registry))).toBe(" Enter run  Ctrl+O all keys  Esc close");
  });

  it.each([
    ["ctrl+s", "Ctrl+S"],
    ["shift+tab", "Shift+Tab"],
    ["pagedown", "PgDn"],
    ["f1", "F1"],
    ["G", "G"],
    ["g", "g"],
    ["alt+backspace", "Alt+Backspace"],
    ["m e", "m e"],
    ["g ctrl+o", "g Ctrl+O"],
    ["?", "?"],
    ["esc", "Esc"],
  ])("formats %s as %s", (id, label) => {
    expect(keyLabel(id)).toBe(label);
  });
});

describe("the status line", () => {
  const deliveries = after(
    after(connected, showScreen("deliveries")),
    setDeliveries({ lastSeq: 12_408 }),
    newestRowsLoaded(pageOf(12_408, 12_300)),
  );

  it("shows the position: following, or paused", () => {
    expect(shown(statusLine(at(80, deliveries), registry))).toBe(" following · #12408");
    const paused = after(deliveries, selectIndex(6, 17), setDeliveries({ lastSeq: 12_420 }));
    expect(shown(statusLine(at(80, paused), registry))).toBe(" paused · #12402");
  });

  it("shows the worst toast, then the newest", () => {
    const both = after(
      deliveries,
      messageShown("error", "it failed", nowMs),
      messageShown("warn", "port taken", nowMs),
      messageShown("ok", "done", nowMs),
    );
    expect(shown(statusLine(at(80, both), registry))).toBe(" ✗ it failed");
    const better = after(deliveries, messageShown("ok", "first", nowMs), messageShown("ok", "second", nowMs));
    expect(shown(statusLine(at(80, better), registry))).toBe(" ✓ second");
    expect(tones(statusLine(at(80, both), registry))).toEqual(["error"]);
  });

  it("leaves long errors to the box above it, and truncates long ok messages", () => {
    const long = "x".repeat(100);
    expect(shown(statusLine(at(80, after(connected, messageShown("error", long, nowMs))), registry))).toBe(
      "",
    );
    expect(shown(statusLine(at(80, after(connected, messageShown("ok", long, nowMs))), registry))).toMatch(
      /^ ✓ x+…$/,
    );
    expect(shown(statusLine(at(120, after(connected, messageShown("error", long, nowMs))), registry))).toBe(
      ` ✗ ${long}`,
    );
  });

  it("keeps showing why a connection is lost", () => {
    const lost = after(
      connected,
      setHub({ link: lostLink({ state: "up" }, nowMs, "the hub does not answer.") }),
    );
    const why = " ✗ the hub does not answer.";
    expect(shown(statusLine(at(80, after(lost, webhooksLoaded([], nowMs))), registry))).toBe(why);
    expect(shown(statusLine(at(80, after(lost, showScreen("jobs"))), registry))).toBe(why);
  });

  it("does not repeat an error that the screen explains", () => {
    const lost = after(
      connected,
      setHub({ link: lostLink({ state: "up" }, nowMs, "the hub does not answer.") }),
      messageShown("error", "the hub does not answer.", nowMs),
    );
    expect(shown(statusLine(at(80, lost), registry))).toBe("");
    expect(shown(statusLine(at(80, after(lost, showScreen("jobs"))), registry))).toContain("does not answer");
  });
});
