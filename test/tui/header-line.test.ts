import { describe, expect, it } from "vitest";
import { setDeliveries, addRate } from "../../src/screens/deliveries/state.ts";
import { headerLine } from "../../src/screens/header-line.ts";
import { registry } from "../../src/screens/index.ts";
import type { ForwardTarget, TunnelState } from "../../src/screens/session.ts";
import { lostLink, setHub, setReceiver } from "../../src/screens/session.ts";
import type { Line } from "../../src/text/line.ts";
import { lineWidth } from "../../src/text/line.ts";
import type { Action } from "../../src/tui/state/slice.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { someMomentMs as nowMs } from "../support/app/deliveries.ts";
import { initialState, after, type KnownState } from "../support/app/state.ts";

const shown = ({ spans }: Line) =>
  spans
    .map(({ text }) => text)
    .join("")
    .trimEnd();

const at = (columns: number, state: KnownState): KnownState =>
  after(state, setWindow({ size: { columns, rows: 24 } }));

const connected = after(
  initialState({ columns: 80, rows: 24 }, nowMs),
  setHub({ link: { state: "up" }, account: "me" }),
  setReceiver({ link: { state: "up" }, url: "http://127.0.0.1:7860", routes: ["inbox"] }),
  setDeliveries({ total: 12_408 }),
);

const minute = 60_000;
const hour = 60 * minute;

function withTunnel(state: TunnelState): Action {
  return setReceiver({
    tunnel: { choice: "ngrok", provider: "ngrok", state },
    publicUrl: state.kind === "open" ? state.url : null,
    secretSet: true,
  });
}
const open = (over: Partial<Extract<TunnelState, { kind: "open" }>> = {}): TunnelState => ({
  kind: "open",
  url: "https://x.ngrok.app",
  sinceMs: nowMs - 12.9 * minute,
  endsAtMs: null,
  ...over,
});
const down: ForwardTarget = {
  target: "http://localhost:3000/hook",
  health: { kind: "down", sinceMs: nowMs - 8_000, reason: "connection refused" },
};

/** Returns every distinct header from wide to narrow. */
function cuts(state: KnownState): readonly string[] {
  const all: string[] = [];
  for (let columns = 200; columns >= 40; columns -= 1) {
    const header = headerLine(at(columns, state), registry);
    expect(lineWidth(header)).toBe(columns);
    if (shown(header) !== all.at(-1)) all.push(shown(header));
  }
  return all;
}

/** Returns the header at this width. */
const headerAt = (columns: number, state: KnownState) => shown(headerLine(at(columns, state), registry));

describe("the header", () => {
  it("omits details in a narrow terminal: rate, store, then parts of the receiver", () => {
    const busy = after(connected, addRate(2), addRate(38));
    expect(cuts(busy)).toEqual([
      " hooklens   hub local · me  receiver http://127.0.0.1:7860 open  sqlite · 12,408 deliveries  ▁█ 38/s",
      " hooklens   hub local · me  receiver http://127.0.0.1:7860 open  sqlite · 12,408 deliveries",
      " hooklens   hub local · me  receiver http://127.0.0.1:7860 open",
      " hooklens   hub local · me  http://127.0.0.1:7860 open",
      " hooklens   hub local · me  127.0.0.1:7860 open",
      " hooklens   hub local · me",
    ]);
  });

  it("shows that receiver and hub use other ports than usual, if the address fits", () => {
    const moved = after(
      connected,
      setReceiver({ missedPort: 7859 }),
      setHub({ moved: { from: 7870, to: 7871 } }),
    );
    const told = cuts(moved);
    expect(told[0]).toBe(
      " hooklens   hub local on 7871 (usually 7870) · me  receiver http://127.0.0.1:7860 (usually 7859) open  sqlite · 12,408 deliveries",
    );
    expect(told.at(-2)).toBe(" hooklens   hub local · me  127.0.0.1:7860 open");
    for (const header of told.slice(0, -2)) {
      expect(header).toContain("hub local on 7871 (usually 7870) · me");
      expect(header).toContain("127.0.0.1:7860 (usually 7859) open");
    }
    expect(headerAt(200, after(moved, withTunnel(open())))).toContain(
      "http://127.0.0.1:7860 (usually 7859) · https://x.ngrok.app",
    );
  });

  it("shows lost connections with their age, and that a receiver is open", () => {
    const lost = after(connected, setReceiver({ link: lostLink({ state: "up" }, nowMs - 12_000, "gone") }));
    expect(headerAt(120, lost)).toContain("receiver http://127.0.0.1:7860 open ✗ lost 12 s");
    const safe = after(connected, setReceiver({ secretSet: true }));
    expect(headerAt(120, safe)).not.toContain("open");
  });
});

describe("the tunnel in the header", () => {
  it("shows that it is off and which key opens it, if there is room", () => {
    const off = after(connected, withTunnel({ kind: "off" }));
    expect(cuts(off).map((cut) => cut.slice(" hooklens   hub local · me  ".length))).toEqual([
      "receiver http://127.0.0.1:7860 · tunnel off · o to open  sqlite · 12,408 deliveries",
      "receiver http://127.0.0.1:7860 · tunnel off · o to open",
      "receiver http://127.0.0.1:7860 · tunnel off",
      "receiver http://127.0.0.1:7860",
      "http://127.0.0.1:7860",
      "127.0.0.1:7860",
      "",
    ]);
  });

  it("shows the age and the end next to the URL, and omits the URL last", () => {
    const limited = after(connected, withTunnel(open({ endsAtMs: nowMs + 71.5 * hour })));
    expect(cuts(limited).map((cut) => cut.slice(" hooklens   hub local · me  ".length))).toEqual([
      "receiver http://127.0.0.1:7860 · https://x.ngrok.app · 12 min · ends in 71 h  sqlite · 12,408 deliveries",
      "receiver http://127.0.0.1:7860 · https://x.ngrok.app · 12 min · ends in 71 h",
      "receiver https://x.ngrok.app · 12 min · ends in 71 h",
      "receiver https://x.ngrok.app · 12 min",
      "https://x.ngrok.app · 12 min",
      "https://x.ngrok.app",
      "x.ngrok.app",
    ]);
  });

  it("shows its age in whole minutes, the interval of the redraw", () => {
    const ages = [0, 59_999, 60_000, 59 * minute, 61 * minute, 25 * hour].map((ageMs) => {
      const state = after(connected, withTunnel(open({ sinceMs: nowMs - ageMs })));
      return /ngrok\.app · (.*?) {2}/.exec(headerAt(200, state))?.[1];
    });
    expect(ages).toEqual(["new", "new", "1 min", "59 min", "1 h", "1 d"]);
  });

  it("never omits an end within the hour", () => {
    const ending = after(connected, withTunnel(open({ endsAtMs: nowMs + 41.5 * minute })));
    expect(headerAt(60, ending)).toContain("ends in 41 min");
    const over = after(connected, withTunnel(open({ endsAtMs: nowMs - 1 })));
    expect(headerAt(60, over)).toContain("ends now");
  });

  it("truncates the middle of a long URL", () => {
    const long = after(connected, withTunnel(open({ url: "https://abcd-203-0-113-199.ngrok-free.app" })));
    expect(headerAt(80, long)).toContain("  https://abcd-203-0-113-199.ngrok-free.app");
    expect(headerAt(60, long)).toMatch(/ {2}abcd-203-0-1\S*…\S*k-free\.app$/);
  });

  it.each<[TunnelState, string, string]>([
    [{ kind: "opening", sinceMs: nowMs }, "tunnel opening…", "tunnel opening…"],
    [
      { kind: "reconnecting", url: "https://x.ngrok.app", sinceMs: nowMs - 8_000, reason: "cut" },
      "tunnel lost 8 s, reconnecting",
      "tunnel lost 8 s",
    ],
    [{ kind: "failed", what: "no", why: null, hint: null }, "tunnel failed", "tunnel failed"],
  ])("never omits problems from 48 columns on: %o", (tunnel, long, short) => {
    const state = after(connected, withTunnel(tunnel));
    expect(headerAt(120, state)).toContain(`receiver http://127.0.0.1:7860 · ${long}`);
    expect(headerAt(80, state)).toContain(long);
    for (let columns = 48; columns < 120; columns += 1) expect(headerAt(columns, state)).toContain(short);
  });

  it("warns about a public URL without a secret", () => {
    const state = after(connected, withTunnel(open()), setReceiver({ secretSet: false }));
    expect(headerAt(120, state)).toContain("https://x.ngrok.app open to everyone · 12 min");
    expect(headerAt(60, state)).toContain("x.ngrok.app open");
  });

  it("is dimmed, but kept, while the receiver is lost", () => {
    const lost = lostLink({ state: "up" }, nowMs - 3_000, "gone");
    const { spans } = headerLine(
      at(120, after(connected, withTunnel(open()), setReceiver({ link: lost, forward: down }))),
      registry,
    );
    const told = spans.filter(({ text }) => /ngrok|12 min|localhost:3000|down/.test(text));
    expect(told.map(({ dimmed }) => dimmed)).toEqual([true, true, true, true]);
    expect(spans.find(({ text }) => text.includes("lost 3 s"))?.dimmed).toBeUndefined();
  });

  it("is the URL of a Space, which needs no tunnel", () => {
    const publicUrl = "https://me-hooks.hf.space";
    const space = after(connected, setReceiver({ publicUrl, secretSet: true }));
    expect(headerAt(120, space)).toContain(`· ${publicUrl}`);
    expect(headerAt(120, space)).not.toContain("tunnel");
  });
});

describe("the forward in the header", () => {
  const up: ForwardTarget = { target: "http://localhost:3000/", health: { kind: "up", sinceMs: nowMs } };

  it("shows the reachability of its target", () => {
    const of = (forward: ForwardTarget) => headerAt(160, after(connected, setReceiver({ forward })));
    expect(of(up)).toContain("receiver http://127.0.0.1:7860 open · → localhost:3000 ✓  sqlite");
    expect(of(down)).toContain(" · → localhost:3000/hook ✗ down 8 s  sqlite");
    expect(of({ ...up, health: { kind: "unknown", sinceMs: nowMs } })).toContain("→ localhost:3000 …");
  });

  it("is omitted before the tunnel if it is up, but never if it is down", () => {
    const both = (forward: ForwardTarget) =>
      after(connected, withTunnel(open()), setReceiver({ forward, secretSet: true }));
    expect(headerAt(80, both(up))).toContain("https://x.ngrok.app · 12 min · → localhost:3000 ✓");
    expect(headerAt(64, both(up))).not.toContain("→");
    for (let columns = 60; columns < 160; columns += 1) {
      expect(headerAt(columns, both(down))).toContain("✗ down 8 s");
    }
  });
});

it("shows that deliveries are not stored, and why", () => {
  const full = after(connected, setReceiver({ storing: { ok: false, reason: "the disk is full" } }));
  expect(shown(headerLine(at(140, connected), registry))).not.toContain("storing");
  expect(shown(headerLine(at(140, full), registry))).toContain("  not storing: the disk is full");
  expect(shown(headerLine(at(60, full), registry))).toContain("not storing");
});

it("shows files that were set aside, if there is room", () => {
  const aside = after(connected, setReceiver({ setAside: ["hub.damaged-20261122T104535Z.db"] }));
  expect(shown(headerLine(at(140, connected), registry))).not.toContain("set aside");
  expect(shown(headerLine(at(140, aside), registry))).toContain("  1 file set aside  ");
  expect(shown(headerLine(at(60, aside), registry))).toContain("1 file set aside");
});
