import { exportKinds } from "../../../src/engine/export/export-kinds.ts";
import type { ChangeText } from "../../../src/exports/difference-text.ts";
import type { Delivery } from "../../../src/model/delivery.ts";
import { documentedEvents } from "../../../src/model/event.ts";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import type { Webhook } from "../../../src/model/webhook.ts";
import type { BookmarkForm } from "../../../src/screens/deliveries/acts/bookmark-form.ts";
import type { ExportForm } from "../../../src/screens/deliveries/acts/export-form.ts";
import type { ReplayForm } from "../../../src/screens/deliveries/acts/replay-form.ts";
import type { SendForm } from "../../../src/screens/deliveries/acts/send-edited.ts";
import type { TemplateForm } from "../../../src/screens/deliveries/acts/template-form.ts";
import type { Comparison } from "../../../src/screens/deliveries/compare/comparison.ts";
import type { NameForm, SavedList } from "../../../src/screens/deliveries/filter/saved-dialog.ts";
import type { ValueMenu } from "../../../src/screens/deliveries/filter/value-menu.ts";
import type { ForwardsMenu } from "../../../src/screens/deliveries/forwards/forwards-menu.ts";
import { detailPanes } from "../../../src/screens/deliveries/state.ts";
import type { WorkDialog } from "../../../src/screens/deliveries/work/work-dialog.ts";
import { registry } from "../../../src/screens/index.ts";
import type { CommentForm } from "../../../src/screens/policies/comment-form.ts";
import { policiesSlice } from "../../../src/screens/policies/state.ts";
import type { ForwardForm } from "../../../src/screens/receiver/forward-form.ts";
import type { ForwardTarget, Link, TunnelState } from "../../../src/screens/session.ts";
import type { UpdateState, StrayWebhooksDialog } from "../../../src/screens/webhooks/stray-webhooks.ts";
import type { TriggerForm } from "../../../src/screens/webhooks/trigger-form.ts";
import { webhookFormSpec } from "../../../src/screens/webhooks/webhook-form-dialog.ts";
import { newWebhookForm, type WebhookForm } from "../../../src/screens/webhooks/webhook-form.ts";
import type { ConfirmDialog } from "../../../src/tui/dialogs/confirm.ts";
import { untouched } from "../../../src/tui/dialogs/form.ts";
import type { HelpPage } from "../../../src/tui/dialogs/help.ts";
import type { Palette } from "../../../src/tui/dialogs/palette.ts";
import type { Size } from "../../../src/tui/state/window.ts";
import type { TextField } from "../../../src/tui/text-field.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { initialViewer } from "../../../src/tui/viewer/state.ts";
import { hostileStrings, hostileText } from "../hostile-text.ts";
import type { Random } from "../random.ts";
import { deliveryOf, detailOf, someMomentMs } from "./deliveries.ts";
import { randomPolicies } from "./random-policies.ts";
import { initialState, type KnownState } from "./state.ts";

type AnyDialog =
  | ForwardsMenu
  | Comparison
  | SavedList
  | NameForm
  | ValueMenu
  | ConfirmDialog
  | Palette
  | HelpPage
  | WebhookForm
  | TriggerForm
  | ReplayForm
  | WorkDialog
  | ExportForm
  | SendForm
  | BookmarkForm
  | TemplateForm
  | ForwardForm
  | StrayWebhooksDialog
  | CommentForm;

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
  const maybe = <T>(value: T): T | null => (random.next() < 0.3 ? null : value);
  const coin = () => random.next() < 0.5;
  const many = <T>(most: number, make: (index: number) => T) =>
    Array.from({ length: random.below(most + 1) }, (_, index) => make(index));
  const field = (): TextField => {
    const whole = textField(text(120));
    return { ...whole, caret: coin() ? whole.caret : 0 };
  };

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

  const delivery = (seq: number): Delivery =>
    deliveryOf(seq, {
      receivedAt: coin() ? new Date(someMomentMs - random.below(1e9)).toISOString() : text(10),
      route: maybe(text(20)),
      method: text(10),
      path: text(),
      remote: text(20),
      event: maybe({ scope: text(20), action: text(10) }),
      repo: maybe({ type: text(8), name: text() }),
      webhookId: maybe(text(24)),
      subject: maybe(text(40)),
      auth: random.pick(["ok", "missing", "wrong", "open"] as const),
      outcome: random.pick(["pending", "accepted", "rejected", "handled", "failed", "interrupted"] as const),
      schemaValid: maybe(coin()),
      status: maybe(random.below(1_000)),
      durationMs: maybe(random.below(1e7)),
      replayOf: maybe(random.below(1e6)),
      edited: coin(),
      bookmark: maybe(text()),
      duplicateOf: maybe(random.below(1e6)),
      reason: maybe(text()),
      nextAttemptAt: maybe(new Date(someMomentMs + random.below(1e9)).toISOString()),
      dead: coin(),
    });

  const webhook = (index: number): Webhook => ({
    id: text(24) || `${index}`,
    url: maybe(text()),
    job: { id: coin() ? text(24) : null },
    watched: many(4, () => ({ type: text(8), name: text() })),
    domains: many(2, () => text(12)),
    secret: maybe(text()),
    status: coin() ? "enabled" : "disabled",
    disabled: coin(),
    suspended: coin(),
  });

  const updateState = (): UpdateState =>
    coin()
      ? { kind: random.pick(["waiting", "updating", "updated"] as const) }
      : { kind: "failed", why: text(200) };

  function comparison(): Comparison {
    const changes = many(6, (): ChangeText => {
      const kind = random.pick(["changed", "added", "removed"] as const);
      const [before, after] = [text(200), text(200)];
      return {
        path: text(),
        kind,
        before: kind === "added" ? null : before,
        after: kind === "removed" ? null : after,
      };
    });
    const lines = many(20, () => random.pick(["@@", "-", "+", " "]) + text(100));
    const counted = { more: coin() ? 0 : random.below(1e6) };
    return {
      kind: "comparison",
      why: random.pick([null, "with its original"]),
      before: delivery(random.below(1e6)),
      after: delivery(random.below(1e6)),
      view: coin() ? "paths" : "text",
      difference: { changes, sameBytes: coin(), ...counted },
      text: maybe({ lines, ...counted }),
      at: random.below(8),
      top: random.below(30),
    };
  }

  function dialog(): AnyDialog {
    const view = { selected: random.below(30), top: random.below(30) };
    const focus = random.pick(webhookFormSpec.inputs).name;
    const form = newWebhookForm({ url: text(), secret: text() }, true);
    const state = () => ({ ...untouched, refused: maybe(text(200)), busy: coin() });
    const kinds: readonly (() => AnyDialog)[] = [
      () => ({
        kind: "confirm",
        title: text(),
        lines: many(4, () => text(100)),
        verb: text(8),
        command: "dialog.discard",
        argument: "webhook-form",
      }),
      () => ({ kind: "palette", query: coin() ? textField() : field(), view }),
      () => ({ kind: "help", filter: coin() ? textField() : field(), selected: view.selected }),
      () => ({
        ...form,
        original: maybe(webhook(0)),
        target: coin() ? "url" : "job",
        url: field(),
        job: field(),
        watched: many(8, () => ({ type: text(8), name: text() })),
        watch: field(),
        secret: field(),
        secretShown: coin(),
        focus,
        errors: { [focus]: text(200), watch: text(200) },
        refused: maybe(text(300)),
        busy: coin(),
      }),
      () => ({
        kind: "trigger",
        event: random.below(documentedEvents.length),
        repo: field(),
        template: coin() ? field() : textField(),
        focus: random.pick(["event", "repo", "template"]),
        ...state(),
      }),
      () => ({ kind: "forward", target: field(), focus: "target", ...state() }),
      () => ({
        kind: "stray-webhooks",
        updates: many(6, () => ({ id: text(24), from: text(), to: text(), state: updateState() })),
        acceptsKeys: coin(),
        updating: coin(),
      }),
      () => ({
        kind: "comment",
        path: text(),
        clauseId: text(80),
        clauseHash: text(10),
        comment: field(),
        focus: "comment",
        ...state(),
      }),
      () => ({
        kind: "replay",
        selection: { seqs: many(1 + random.below(3), () => random.below(1e7)) },
        total: coin() ? null : random.below(1e6),
        focus: random.pick(["target", "url", "rate"] as const),
        target: coin() ? "route" : "url",
        url: field(),
        rate: field(),
        ...state(),
      }),
      comparison,
      () => ({ kind: "work" }),
      () => ({
        kind: "forwards",
        view,
        waiting: { chosen: maybe(random.below(1e6)), matching: maybe(random.below(3)) },
      }),
      () => ({
        kind: "export",
        selection: { seqs: [1] },
        total: maybe(random.below(1e6)),
        focus: coin() ? "format" : "path",
        as: random.pick(exportKinds),
        path: field(),
        ...state(),
      }),
      () => ({
        kind: "send-edited",
        seq: random.below(1e7),
        request: { headers: [], body: null },
        parts: ["payload", "headers"].slice(random.below(2)),
        focus: coin() ? "target" : "url",
        target: coin() ? "route" : "url",
        url: field(),
        ...state(),
      }),
      () => ({
        kind: "template",
        seq: random.below(1e7),
        name: field(),
        focus: "name",
        ...state(),
      }),
      () => ({
        kind: "bookmark",
        delivery: delivery(random.below(1e7)),
        note: field(),
        focus: "note",
        ...state(),
      }),
      () => ({ kind: "saved-filters", view: { selected: 0, top: 0 } }),
      () => ({
        kind: "filter-name",
        name: field(),
        text: text(),
        renamed: maybe(text(20)),
        focus: "name",
        ...state(),
      }),
      () => ({
        kind: "values",
        seq: random.below(1e7),
        terms: many(8, () => ({ label: text(10), value: text(), term: text() })),
        excludes: coin(),
        view: { selected: random.below(8), top: 0 },
      }),
    ];
    return random.pick(kinds)();
  }

  const rows = many(60, (index) => delivery(10_000 - index));
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
      ...delivery(random.below(1e6)),
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
        missedPort: maybe(random.below(65_536)),
        publicUrl: maybe(text()),
        tunnel: maybe({ choice: text(), provider: text(10), state: tunnelState() }),
        forward: maybe({ target: text(), health: health() }),
        forwardRules: many(3, () => ({ where: text(), target: text(), health: health() })),
        forwardsHeld: coin(),
        forwardsWaiting: coin() ? 0 : random.below(1e6),
        tunnelUrls: many(3, () => text()),
        routes: many(2, () => text(10)),
        secretSet: coin(),
        open: coin(),
        storing: coin() ? { ok: true } : { ok: false, reason: "the disk is full" },
        setAside: coin() ? [] : ["deliveries.damaged-20261122T101500Z.db"],
      },
      tunnelFailure: null,
    },
    webhooks: {
      items: many(40, webhook),
      loadedAtMs: maybe(someMomentMs),
      view: { selected: random.below(40), top: random.below(40) },
      focus: coin() ? "list" : "detail",
      busy: {},
      deleted: null,
      offered: [],
    },
    deliveries: {
      ...initialState(size, someMomentMs).deliveries,
      filter: coin() ? parseFilter("") : parseFilter("is:failed"),
      field: coin() ? textField() : field(),
      filterError: maybe({ message: text(100), span: [random.below(20), random.below(40)] as const }),
      editingFilter: coin(),
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
    nav: { screen, dialogs: many(2, dialog) },
    messages: {
      toasts: many(3, (id) => ({ ...message(id), untilMs: null })),
      history: many(30, message),
    },
  };
}
