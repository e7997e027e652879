import { describe, expect, it } from "vitest";
import type { ForwardTarget, TunnelState } from "../../src/screens/connection-state.ts";
import { lostLink, setHub, setReceiver } from "../../src/screens/connection-state.ts";
import { addRate } from "../../src/screens/deliveries/state/deliveries.ts";
import type { Line } from "../../src/text/line.ts";
import { lineWidth } from "../../src/text/line.ts";
import { headerLine } from "../../src/tui/frame/header-line.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import type { Action } from "../../src/tui/state/slice.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { someMomentMs as nowMs } from "../support/app/deliveries.ts";
import { registry } from "../support/app/registry.ts";
import { initialState, after, type KnownState } from "../support/app/state.ts";
import { storeStatus } from "../support/app/store-status.ts";

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

const name = " hooklens ";
const tabs = "[1 Webhooks] 2 Deliveries  3 Policies  4 Jobs  5 Messages ";
const keys = "[1 Webhooks] 2  3  4  5 ";

/** Returns every distinct header from wide to narrow, with its spaces joined. */
function cuts(state: KnownState): readonly string[] {
  const all: string[] = [];
  for (let columns = 200; columns >= 40; columns -= 1) {
    const header = headerLine(at(columns, state), registry);
    expect(lineWidth(header)).toBe(columns);
    const text = shown(header).replace(/ {3,}/, " | ");
    if (text !== all.at(-1)) all.push(text);
  }
  return all;
}

/** Returns the header at this width. */
const headerAt = (columns: number, state: KnownState) => shown(headerLine(at(columns, state), registry));

describe("the header", () => {
  it("shortens states, then tabs, and removes states at last", () => {
    const busy = after(connected, ...[1, 2, 3, 4, 5, 38].map((rate) => addRate(rate)));
    expect(cuts(busy)).toEqual([
      `${name}${tabs}| ● hub local · me  ● receiver http://127.0.0.1:7860 no secret  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${tabs}| ● local · me  ● receiver http://127.0.0.1:7860 no secret  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${tabs}| ●me  ● receiver http://127.0.0.1:7860 no secret  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${tabs}| ●me  ● 127.0.0.1:7860 no secret  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${tabs}| ●me  ●:7860 no secret  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${tabs}| ●me  ●:7860  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${tabs}| ●me  ●:7860  ▂▂▂█ 38/s`,
      `${name}${tabs}| ●me  ●:7860  38/s`,
      `${tabs}| ●me  ●:7860  ▁▁▁▁▂▂▂█ 38/s`,
      `${tabs}| ●me  ●:7860  ▂▂▂█ 38/s`,
      `${tabs}| ●me  ●:7860  38/s`,
      `${tabs}| ●me  ●:7860`,
      `${name}${keys}| ●me  ●:7860  ▁▁▁▁▂▂▂█ 38/s`,
      `${name}${keys}| ●me  ●:7860  ▂▂▂█ 38/s`,
      `${name}${keys}| ●me  ●:7860  38/s`,
      `${keys}| ●me  ●:7860  38/s`,
      `${keys}| ●me  ●:7860`,
    ]);
  });

  it("names every tab at 80 columns while deliveries arrive", () => {
    const busy = after(
      connected,
      ...[1, 2, 3, 4, 5, 38].map((rate) => addRate(rate)),
      showScreen("deliveries"),
    );
    expect(headerAt(80, busy)).toMatch(
      /^ 1 Webhooks \[2 Deliveries\] 3 Policies {2}4 Jobs {2}5 Messages +●me {2}●:7860 {2}38\/s$/,
    );
  });

  it("shows whole problems at 40 columns, where even the current tab is only its key", () => {
    const link = lostLink({ state: "up" }, nowMs - 12_000, "gone");
    const lost = after(connected, setHub({ link }), setReceiver({ link }));
    expect(headerAt(40, lost)).toMatch(/^\[1\] 2 {2}3 {2}4 {2}5 +✗hub 12 s {2}✗:7860 12 s$/);
  });

  it("shows that receiver and hub use other ports than usual, if the address fits", () => {
    const moved = after(
      connected,
      setReceiver({ missedPort: 7859 }),
      setHub({ moved: { from: 7870, to: 7871 } }),
    );
    expect(headerAt(200, moved)).toMatch(
      /● hub local on 7871 \(usually 7870\) · me {2}● receiver http:\/\/127\.0\.0\.1:7860 \(usually 7859\) no secret$/,
    );
    expect(headerAt(120, moved)).toMatch(/●me {2}● 127\.0\.0\.1:7860 \(usually 7859\) no secret$/);
    expect(headerAt(200, after(moved, withTunnel(open())))).toContain(
      "receiver http://127.0.0.1:7860 (usually 7859) https://x.ngrok.app",
    );
  });

  it("shows a handler of which an old version runs, or none", () => {
    const handler = {
      route: "train",
      file: "train.ts",
      error: "SyntaxError",
      ready: true,
      readyAt: null,
      loads: 2,
    };
    const broken = after(connected, setReceiver({ handlers: [handler] }));
    expect(headerAt(160, broken)).toMatch(/✗ train\.ts broken, old version runs$/);
    expect(headerAt(60, broken)).toMatch(/✗ handler$/);
    const handlers = [
      { ...handler, ready: false },
      { ...handler, file: "label.ts" },
    ];
    expect(headerAt(160, after(connected, setReceiver({ handlers })))).toMatch(/✗ train\.ts \+1 broken$/);
  });

  it("has a glyph for each state of a connection", () => {
    const starting = after(connected, setHub({ link: { state: "connecting" } }));
    expect(headerAt(160, starting)).toContain("◌ hub local connecting…  ● receiver");
    const lost = after(connected, setReceiver({ link: lostLink({ state: "up" }, nowMs - 12_000, "gone") }));
    expect(headerAt(160, lost)).toContain("● hub local · me  ✗ receiver http://127.0.0.1:7860 lost 12 s");
    const gone = after(lost, setHub({ link: lostLink({ state: "up" }, nowMs - 3_000, "gone") }));
    for (let columns = 56; columns < 200; columns += 1) {
      expect(headerAt(columns, gone)).toMatch(/✗ ?hub.* 3 s {2}✗(:7860| receiver.* lost) 12 s$/);
    }
  });

  it("shows that a receiver needs no secret", () => {
    const safe = after(connected, setReceiver({ secretSet: true }));
    expect(headerAt(120, safe)).not.toContain("secret");
  });
});

describe("the tunnel in the header", () => {
  it("takes no room while it is off", () => {
    const off = after(connected, withTunnel({ kind: "off" }));
    expect(headerAt(200, off)).toMatch(/receiver http:\/\/127\.0\.0\.1:7860$/);
  });

  it("shows its age and end next to the URL", () => {
    const limited = after(connected, withTunnel(open({ endsAtMs: nowMs + 71.5 * hour })));
    expect(headerAt(200, limited)).toMatch(
      /● receiver https:\/\/x\.ngrok\.app {2}tunnel 12 min · ends in 71 h$/,
    );
    expect(headerAt(120, limited)).toMatch(/●me {2}● x\.ngrok\.app {2}tunnel 12 min$/);
    expect(headerAt(48, limited)).toMatch(/● x\.ngrok\.app$/);
  });

  it("shows its age in whole minutes, the interval of the redraw", () => {
    const ages = [0, 59_999, 60_000, 59 * minute, 61 * minute, 25 * hour].map((ageMs) => {
      const state = after(connected, withTunnel(open({ sinceMs: nowMs - ageMs })));
      return /tunnel (.*)$/.exec(headerAt(200, state))?.[1];
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
    expect(headerAt(160, long)).toContain(" https://abcd-203-0-113-199.ngrok-free.app");
    expect(headerAt(80, long)).toMatch(/ abcd-203-0-1\S*…\S*k-free\.app/);
  });

  it.each<[TunnelState, string, string]>([
    [{ kind: "opening", sinceMs: nowMs }, "◌ tunnel opening…", "◌ tunnel opening…"],
    [
      { kind: "reconnecting", url: "https://x.ngrok.app", sinceMs: nowMs - 8_000, reason: "cut" },
      "✗ tunnel lost 8 s, reconnecting",
      "✗ tunnel lost 8 s",
    ],
    [{ kind: "failed", what: "no", why: null, hint: null }, "✗ tunnel failed", "✗ tunnel failed"],
  ])("never omits problems from 48 columns on: %o", (tunnel, long, short) => {
    const state = after(connected, withTunnel(tunnel));
    expect(headerAt(160, state)).toContain(`receiver http://127.0.0.1:7860  ${long}`);
    for (let columns = 48; columns < 120; columns += 1) expect(headerAt(columns, state)).toContain(short);
  });

  it("warns about a public URL without a secret", () => {
    const state = after(connected, withTunnel(open()), setReceiver({ secretSet: false }));
    expect(headerAt(160, state)).toContain("https://x.ngrok.app no secret  tunnel 12 min");
    expect(headerAt(60, state)).toContain("x.ngrok.app no secret");
  });

  it("is dimmed, but kept, while the receiver is lost", () => {
    const lost = lostLink({ state: "up" }, nowMs - 3_000, "gone");
    const { spans } = headerLine(
      at(200, after(connected, withTunnel(open()), setReceiver({ link: lost, forward: down }))),
      registry,
    );
    const told = spans.filter(({ text }) => /12 min|localhost:3000|down/.test(text));
    expect(told.map(({ dimmed }) => dimmed)).toEqual([true, true, true]);
    expect(spans.find(({ text }) => text.includes("lost 3 s"))?.dimmed).toBeUndefined();
  });

  it("is the URL of a Space, which needs no tunnel", () => {
    const publicUrl = "https://me-hooks.hf.space";
    const space = after(connected, setReceiver({ publicUrl, secretSet: true }));
    expect(headerAt(160, space)).toContain(`receiver ${publicUrl}`);
    expect(headerAt(160, space)).not.toContain("tunnel");
  });
});

describe("the forward in the header", () => {
  const up: ForwardTarget = { target: "http://localhost:3000/", health: { kind: "up", sinceMs: nowMs } };

  it("shows the reachability of its target", () => {
    const of = (forward: ForwardTarget) => headerAt(160, after(connected, setReceiver({ forward })));
    expect(of(up)).toMatch(/receiver http:\/\/127\.0\.0\.1:7860 no secret {2}→ localhost:3000 ✓$/);
    expect(of(down)).toMatch(/ {2}→ localhost:3000\/hook ✗ down 8 s$/);
    expect(of({ ...up, health: { kind: "unknown", sinceMs: nowMs } })).toContain("→ localhost:3000 ◌");
  });

  it("is shown at 80 columns, and never omitted if it is down", () => {
    const both = (forward: ForwardTarget) =>
      after(connected, withTunnel(open()), setReceiver({ forward, secretSet: true }));
    expect(headerAt(80, both(up))).toContain("→:3000 ✓");
    expect(headerAt(40, both(up))).not.toContain("→");
    for (let columns = 48; columns < 160; columns += 1) {
      expect(headerAt(columns, both(down))).toContain("✗ down 8 s");
    }
  });
});

it("shows that deliveries are not stored, and why", () => {
  const full = after(connected, setReceiver({ storing: { ok: false, reason: "the disk is full" } }));
  expect(headerAt(160, connected)).not.toContain("storing");
  expect(headerAt(160, full)).toContain("✗ not storing: the disk is full");
  expect(headerAt(40, full)).toContain("not storing");
});

it("shows files that were set aside, if there is room", () => {
  const aside = after(connected, setReceiver({ setAside: ["hub.damaged-20261122T104535Z.db"] }));
  expect(headerAt(160, connected)).not.toContain("set aside");
  expect(headerAt(160, aside)).toContain("▲ 1 file set aside");
  expect(headerAt(60, aside)).toContain("▲ 1 file");
});

describe("a store on other machines", () => {
  const of = (over: Parameters<typeof storeStatus>[0], columns = 160) =>
    headerAt(columns, after(connected, setReceiver({ store: storeStatus(over) })));

  it("is shown with its cluster and replicas", () => {
    expect(of({})).toContain("● nats lab 3/3");
    expect(of({ replicas: { current: 2, of: 3 } })).toContain("● nats lab 2/3");
    const single = { cluster: null, replicas: { current: 1, of: 1 }, address: "nats://10.0.0.1:4222/team" };
    expect(of(single)).toMatch(/● nats 10\.0\.0\.1:4222(?! \d\/)/);
  });

  it("is shown with its lag, the progress of the first reading, and a full queue", () => {
    expect(of({})).not.toContain("lag");
    expect(of({ lag: 1_120 })).toContain("● nats lab 3/3 · lag 1,120");
    expect(of({ lag: 9_000, catchUp: { done: 45_000, of: 100_000 } })).toContain(
      "3/3 · reading 45 % of 100k",
    );
    expect(of({ forwards: { waiting: 1_000, limit: 1_000 } })).toContain("· 1k forwards, queue full");
    expect(of({ lag: 1_120 }, 80)).toContain("lag 1,120");
  });

  it("is shown as lost, once", () => {
    const lost = { link: { state: "up" }, storing: { ok: false, reason: "no connection" } } as const;
    const store = storeStatus({ connected: false, sinceMs: nowMs - 8_000 });
    const state = after(connected, setReceiver({ ...lost, store }));
    expect(headerAt(160, state)).toContain("✗ nats lab lost 8 s");
    expect(headerAt(160, state)).not.toContain("storing");
    for (let columns = 48; columns < 160; columns += 1) {
      expect(headerAt(columns, state)).toMatch(/nats .*8 s/);
    }
  });

  it("is shown as read-only, instead of as not storing", () => {
    const storing = { ok: false, reason: "the account may not publish" } as const;
    const state = after(connected, setReceiver({ storing, store: storeStatus({ isWritable: false }) }));
    expect(headerAt(160, state)).toContain("● nats lab 3/3 · reads only");
    expect(headerAt(160, state)).not.toContain("storing");
    expect(headerAt(80, state)).toContain("●nats 3/3 · reads only");
  });

  it("has a queue, in which forwards have targets of their own", () => {
    const waiting = after(connected, setReceiver({ forwardsWaiting: 3 }));
    expect(headerAt(160, waiting)).toContain("→ no target · 3 wait");
    expect(headerAt(160, after(waiting, setReceiver({ store: storeStatus() })))).toContain(
      "→ queue · 3 wait",
    );
  });
});
