import { parseFilter } from "../../../src/model/filter-parse.ts";
import type { ForwardTarget, Link, TunnelState } from "../../../src/screens/connection-state.ts";
import { detailPanes } from "../../../src/screens/deliveries/state/deliveries.ts";
import { policiesSlice } from "../../../src/screens/policies/state/policies.ts";
import { webhookPanes } from "../../../src/screens/webhooks/state/webhooks.ts";
import { noEvents } from "../../../src/store/sqlite/deliveries/summary/event-counts.ts";
import type { Size } from "../../../src/tui/state/window.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { initialViewer } from "../../../src/tui/viewer/state.ts";
import { hostileStrings, hostileText } from "../hostile-text.ts";
import type { Random } from "../random.ts";
import { detailOf, someMomentMs } from "./deliveries.ts";
import { randomDialog } from "./random-dialog.ts";
import { randomPolicies } from "./random-policies.ts";
import { randomDelivery, randomWebhook } from "./random-rows.ts";
import { randomValues } from "./random-values.ts";
import { registry } from "./registry.ts";
import { initialState, type KnownState } from "./state.ts";
import { storeStatus } from "./store-status.ts";

/**
 * Returns a random state of the app, including impossible ones.
 * @param text returns a text of up to a length. @default hostile texts
 */
export function randomState(
  random: Random,
  size: Size,
  text: (length?: number) => string = (length = 40) =>
    random.next() < 0.3 ? random.pick(hostileStrings).text : hostileText(random, length),
): KnownState {
  const values = randomValues(random, text);
  const { coin, maybe, many, field } = values;

  function link(): Link {
    const links: readonly Link[] = [
      { state: "connecting" },
      { state: "up" },
      { state: "lost", sinceMs: someMomentMs - random.below(1e8), why: text() },
    ];
    return random.pick(links);
  }

  const sinceMs = () => someMomentMs - random.below(1e8);
  function tunnelState(): TunnelState {
    const states: readonly TunnelState[] = [
      { kind: "off" },
      { kind: "opening", sinceMs: sinceMs() },
      { kind: "open", url: text(), sinceMs: sinceMs(), endsAtMs: maybe(someMomentMs + random.below(1e9)) },
      { kind: "reconnecting", url: maybe(text()), sinceMs: sinceMs(), reason: text() },
      { kind: "failed", what: text(), why: maybe(text()), hint: maybe(text()) },
    ];
    return random.pick(states);
  }

  function health(): ForwardTarget["health"] {
    return coin()
      ? { kind: coin() ? "up" : "unknown", sinceMs: sinceMs() }
      : { kind: "down", sinceMs: sinceMs(), reason: text() };
  }

  const rows = many(60, (index) => randomDelivery(values, 10_000 - index));
  const body =
    random.next() < 0.5 ? JSON.stringify({ [text()]: [text(), { deep: text(200) }] }) : text(2_000);
  const message = (id: number) => ({
    id,
    tone: random.pick(["ok", "warn", "error"] as const),
    text: text(200),
    atMs: someMomentMs - random.below(1e8),
    topic: null,
    isPassing: false,
  });
  const screen = random.pick(registry.screens).id;
  const detail = maybe(
    detailOf(random.below(1e6), body, {
      ...randomDelivery(values, random.below(1e6)),
      headers: many(20, () => [text(20), text(100)] as const),
      attempts: many(5, () => ({
        target: text(),
        startedAt: coin() ? new Date(someMomentMs).toISOString() : text(10),
        status: maybe(random.below(600)),
        error: maybe(text(100)),
        durationMs: random.below(1e5),
        reply: null,
      })),
    }),
  );
  const pane = random.pick(detailPanes);
  return {
    ...initialState(size, someMomentMs),
    session: {
      hub: {
        link: link(),
        name: text(20),
        local: coin(),
        account: maybe(text(20)),
        moved: maybe({ from: random.below(65_536), to: random.below(65_536) }),
      },
      receiver: {
        link: link(),
        url: maybe(text()),
        startedAt: maybe(text(10)),
        isOwn: true,
        pid: 4711,
        id: maybe(text(10)),
        missedPort: maybe(random.below(65_536)),
        publicUrl: maybe(text()),
        tunnel: maybe({ choice: text(), provider: text(10), state: tunnelState() }),
        forward: maybe({ target: text(), health: health() }),
        forwardRules: many(3, () => ({ where: text(), target: text(), health: health() })),
        forwardsHeld: coin(),
        forwardsWaiting: coin() ? 0 : random.below(1e6),
        tunnelUrls: many(3, () => text()),
        routes: many(2, () => text(10)),
        handlers: [],
        secretSet: coin(),
        open: coin(),
        storing: coin() ? { ok: true } : { ok: false, reason: "the disk is full" },
        store: maybe(
          storeStatus({
            address: `nats://${text(20)}`,
            cluster: maybe(text(20)),
            connected: coin(),
            sinceMs: someMomentMs - random.below(1e8),
            lag: maybe(random.below(1e6)),
            catchUp: maybe({ done: random.below(1e6), of: random.below(1e6) }),
            isWritable: coin(),
          }),
        ),
        setAside: coin() ? [] : ["deliveries.damaged-20261122T101500Z.db"],
      },
      tunnelFailure: null,
      reloaded: [],
    },
    webhooks: {
      items: many(40, (index) => randomWebhook(values, index)),
      loadedAtMs: maybe(someMomentMs),
      view: { selected: random.below(40), top: random.below(40) },
      focus: random.pick(webhookPanes),
      busy: {},
      offered: [],
    },
    deliveries: {
      ...initialState(size, someMomentMs).deliveries,
      filter: coin() ? parseFilter("") : parseFilter("is:failed"),
      field: coin() ? textField() : field(),
      filterError: maybe({ message: text(100), span: [random.below(20), random.below(40)] as const }),
      editingFilter: coin(),
      isFolded: coin(),
      events: maybe({ ...noEvents, handled: random.below(1e6), failed: random.below(100), tries: 2e6 }),
      rows,
      loaded: coin(),
      selectedSeq: maybe(10_000 - random.below(70)),
      topSeq: maybe(10_000 - random.below(70)),
      following: coin(),
      lastSeq: random.below(1e6),
      rates: many(8, () => random.below(100_000)),
      pausedAtSeq: random.below(1e6),
      total: random.below(1e9),
      matching: maybe(random.below(1e6)),
      focus: coin() ? "list" : "detail",
      detail,
      pane,
      viewer: {
        ...initialViewer,
        of: `${detail?.seq ?? 0} ${pane}`,
        cursor: random.below(100),
        top: { line: random.below(100), row: random.below(3) },
        left: random.below(3) * 10,
        wrap: coin(),
        folded: coin() ? [] : [random.below(10)],
        query: textField(coin() ? "" : hostileText(random, 2)),
      },
    },
    deliveryMarks: {
      seqs: many(20, () => 10_000 - random.below(70)),
      all: maybe({ filter: parseFilter("is:failed"), untilSeq: 10_000, count: maybe(random.below(1e6)) }),
      outside: maybe(random.below(10)),
      found: [],
    },
    deliveryWork: {
      asked: null,
      work: maybe({
        kind: coin() ? "replay" : "export",
        where: text(),
        total: maybe(random.below(1e6)),
        ok: random.below(1e6),
        failed: random.below(1e3),
        waiting: random.below(10),
        leftOut: coin() ? {} : { "without a body": random.below(1e6), "already handled": 1 },
        perSecond: random.below(1e3),
        startedMs: someMomentMs,
        failedSeqs: [],
        ended: maybe({ canceled: coin(), error: maybe(text(100)) }),
      }),
    },
    policies: screen === "policies" ? randomPolicies(random, text) : policiesSlice.initial,
    history: {
      seenId: random.below(30),
      selectedId: maybe(random.below(30)),
      top: random.below(30),
      filter: coin() ? textField() : field(),
      editingFilter: coin(),
      focus: coin() ? "list" : "detail",
      viewer: initialViewer,
    },
    nav: { screen, dialogs: many(2, () => randomDialog(values)), typed: "" },
    messages: {
      toasts: many(3, (id) => ({ ...message(id), untilMs: null })),
      history: many(30, message),
    },
  };
}
