import { checkIds } from "../../../src/checks/check.ts";
import { exportKinds } from "../../../src/engine/export/formats.ts";
import type { ChangeText } from "../../../src/exports/difference-text.ts";
import { documentedEvents } from "../../../src/model/event.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { missReasons } from "../../../src/model/missed-webhook.ts";
import type { ReceiverSettings } from "../../../src/model/receiver-settings.ts";
import type { BookmarkForm } from "../../../src/screens/deliveries/actions/bookmark-form.ts";
import type { ExportForm } from "../../../src/screens/deliveries/actions/export-form.ts";
import type { ReplayForm } from "../../../src/screens/deliveries/actions/replay-form.ts";
import type { SendForm } from "../../../src/screens/deliveries/actions/send-edited.ts";
import type { TemplateForm } from "../../../src/screens/deliveries/actions/template-form.ts";
import type { CausesList } from "../../../src/screens/deliveries/causes/causes-dialog.ts";
import type { Comparison } from "../../../src/screens/deliveries/compare/comparison.ts";
import type { ValueMenu } from "../../../src/screens/deliveries/detail/value-menu.ts";
import type { NameForm, SavedList } from "../../../src/screens/deliveries/filter/saved-dialog.ts";
import type { ForwardsMenu } from "../../../src/screens/deliveries/forwards/forwards-menu.ts";
import type { WorkDialog } from "../../../src/screens/deliveries/work/work-dialog.ts";
import { runForm, type RunForm } from "../../../src/screens/jobs/dialogs/run-form.ts";
import { saveForm, type SaveForm } from "../../../src/screens/jobs/dialogs/save-form.ts";
import type { ForwardForm } from "../../../src/screens/receiver/dialogs/forward-form.ts";
import { setupForm, type SetupForm } from "../../../src/screens/receiver/dialogs/setup-form.ts";
import type { DeleteForm } from "../../../src/screens/webhooks/dialogs/delete-form.ts";
import {
  webhookChange,
  type WebhookChangeDialog,
} from "../../../src/screens/webhooks/dialogs/editor/change.ts";
import { webhookFormSpec } from "../../../src/screens/webhooks/dialogs/editor/webhook-form-dialog.ts";
import {
  newWebhookForm,
  type WebhookForm,
} from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import type { HealthDialog } from "../../../src/screens/webhooks/dialogs/health.ts";
import type { NameForm as WebhookNameForm } from "../../../src/screens/webhooks/dialogs/name-form.ts";
import type {
  UpdateState,
  OutdatedUrlsDialog,
} from "../../../src/screens/webhooks/dialogs/outdated-urls/outdated-urls.ts";
import type { TestForm } from "../../../src/screens/webhooks/dialogs/trigger/test-form.ts";
import type { TestResultPage } from "../../../src/screens/webhooks/dialogs/trigger/test-result.ts";
import type { TriggerForm } from "../../../src/screens/webhooks/dialogs/trigger/trigger-form.ts";
import type { TriggerRun } from "../../../src/screens/webhooks/dialogs/trigger/trigger-run.ts";
import type { ConfirmDialog } from "../../../src/tui/dialogs/confirm.ts";
import { untouched } from "../../../src/tui/dialogs/form.ts";
import type { HelpPage } from "../../../src/tui/dialogs/help.ts";
import type { Palette } from "../../../src/tui/dialogs/palette.ts";
import type { SequenceBox } from "../../../src/tui/dialogs/sequence.ts";
import type { SortChooser } from "../../../src/tui/dialogs/sort-chooser.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { initialViewer } from "../../../src/tui/viewer/state.ts";
import { jobRun } from "./job-run.ts";
import { type PolicyDialog, policyDialogs } from "./random-policy-dialogs.ts";
import { randomDelivery, randomWebhook } from "./random-rows.ts";
import type { RandomValues } from "./random-values.ts";

type AnyDialog =
  | ForwardsMenu
  | CausesList
  | Comparison
  | SavedList
  | NameForm
  | ValueMenu
  | ConfirmDialog
  | Palette
  | HelpPage
  | SequenceBox
  | SortChooser
  | WebhookForm
  | TriggerForm
  | TriggerRun
  | TestForm
  | TestResultPage
  | ReplayForm
  | WorkDialog
  | ExportForm
  | SendForm
  | BookmarkForm
  | WebhookNameForm
  | DeleteForm
  | TemplateForm
  | ForwardForm
  | SetupForm
  | OutdatedUrlsDialog
  | HealthDialog
  | PolicyDialog
  | RunForm
  | SaveForm
  | WebhookChangeDialog;

function randomSettings({ random, text, maybe, many }: RandomValues): ReceiverSettings {
  const source = () => ({
    source: random.pick(["flag", "env", "profile", "file", "default"] as const),
    from: text(),
  });
  return {
    secret: { value: maybe(text()), ...source() },
    routes: { value: maybe(many(3, () => text())), ...source() },
    handlers: { value: maybe(text()), ...source() },
    forward: { value: maybe(text()), ...source() },
  };
}

/** Returns a random dialog, including impossible ones. */
export function randomDialog(values: RandomValues): AnyDialog {
  const { random, text, coin, maybe, many, field } = values;
  const view = { selected: random.below(30), top: random.below(30) };
  const focus = random.pick(webhookFormSpec.inputs).name;
  const form = newWebhookForm({ url: text(), secret: text() }, true);
  const state = () => ({ ...untouched, refused: maybe(text(200)), busy: coin() });
  const kinds: readonly (() => AnyDialog)[] = [
    () => ({
      kind: "confirm",
      title: text(),
      lines: many(4, () => (coin() ? text(100) : { text: text(100), tone: "error" as const })),
      verb: text(8),
      command: "dialog.discard",
      argument: "webhook-form",
    }),
    () => ({ kind: "palette", query: coin() ? textField() : field(), view }),
    () => ({
      kind: "help",
      filter: coin() ? textField() : field(),
      selected: view.selected,
      isUnfolded: coin(),
    }),
    () => ({ kind: "sequence", first: random.pick(["g", "m", "x"]), view }),
    () => ({ kind: "sort", view }),
    () => ({
      ...form,
      original: maybe(randomWebhook(values, 0)),
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
      ...webhookChange(randomWebhook(values, 0), randomWebhook(values, 1)),
      theirs: maybe(randomWebhook(values, 2)),
      isGone: coin(),
      top: random.below(30),
      busy: coin(),
      refused: maybe(text(300)),
    }),
    () => ({
      kind: "trigger",
      event: random.below(documentedEvents.length),
      repo: field(),
      template: coin() ? field() : textField(),
      set: Array.from({ length: 9 }, () => (coin() ? textField() : field())),
      count: field(),
      rate: field(),
      focus: random.pick(["event", "repo", "template", "set-0", "count"]),
      preview: { top: random.below(200), only: coin() },
      base: null,
      payload: maybe({ [text()]: text(300), list: many(60, () => text()) }),
      plan: random.pick([
        null,
        { error: text(200) },
        {
          error: null,
          scope: text(20),
          repo: { type: text(8), name: text() },
          reached: many(5, () => ({ webhookId: text(24), overQuota: coin() })),
          missed: many(5, () => ({ webhookId: text(24), reason: random.pick(missReasons) })),
          others: random.below(3),
        },
      ]),
      ...state(),
    }),
    () => ({
      ...setupForm(randomSettings(values), text()),
      secret: field(),
      secretShown: coin(),
      former: { secret: maybe(text()), others: random.below(3) },
      keepsFormer: coin(),
      routes: field(),
      handlers: field(),
      folder: maybe({
        typed: text(),
        folders: many(3, () => text()),
        routes: maybe(many(3, () => text())),
        problem: maybe(text()),
      }),
      forward: field(),
      ...state(),
    }),
    () => ({
      kind: "webhook-test",
      webhook: randomWebhook(values, 0),
      event: random.below(documentedEvents.length),
      repo: field(),
      set: Array.from({ length: 9 }, () => (coin() ? textField() : field())),
      withSecret: coin(),
      headers: many(4, () => [text(20), text(100)] as const),
      focus: random.pick(["event", "repo", "secret", "set-0"]),
      preview: { top: random.below(200), only: coin() },
      base: null,
      payload: maybe({ [text()]: text(300) }),
      ...state(),
    }),
    () => ({
      kind: "test-result",
      webhookId: text(24),
      name: text(80),
      secretSent: coin(),
      hasSecret: coin(),
      result: {
        target: text(100),
        startedAt: new Date(random.below(1e12)).toISOString(),
        durationMs: random.below(1e4),
        status: maybe(random.below(600)),
        error: maybe(text(200)),
        headers: many(4, () => [text(20), text(100)] as const),
        body: new TextEncoder().encode(text(500)),
        truncated: coin(),
        location: maybe(text(100)),
      },
      viewer: { ...initialViewer, of: "test" },
    }),
    () => ({
      kind: "trigger-run",
      name: text(80),
      total: 1 + random.below(1_000),
      done: random.below(1_000),
      dispatches: random.below(1e6),
      overQuota: random.below(3),
    }),
    () => ({ kind: "forward", target: field(), focus: "target", ...state() }),
    () => ({
      kind: "stray-webhooks",
      of: coin() ? "tunnel" : "receiver",
      updates: many(6, () => ({ id: text(24), from: text(), to: text(), state: randomUpdate(values) })),
      acceptsKeys: coin(),
      updating: coin(),
    }),
    () => ({
      kind: "webhook-health",
      webhookId: text(24),
      facts: maybe({
        nowMs: 0,
        webhook: randomWebhook(values, 0),
        hub: { name: text(20), isLocal: coin(), reachesLoopback: coin() },
        receiver: {
          stopped: maybe(text(100)),
          id: maybe(text(10)),
          startedAt: maybe(text(10)),
          url: maybe(text()),
          publicUrl: maybe(text()),
          tunnelUrls: many(2, () => text()),
          routes: many(3, () => text(10)),
          brokenHandlers: [],
        },
        failed: maybe({ seq: random.below(1e6), reason: text(300) }),
      }),
      settled: maybe(random.pick(checkIds)),
      error: maybe(text(200)),
      view: maybe(view),
    }),
    ...policyDialogs(values, view),
    () => ({
      kind: "replay",
      selection: { seqs: many(1 + random.below(3), () => random.below(1e7)) },
      total: coin() ? null : random.below(1e6),
      plan: maybe({
        total: random.below(1e6),
        again: random.below(3),
        unsent: random.below(3),
        leftOut: coin() ? {} : { "without a body": 1 + random.below(1e6) },
      }),
      focus: random.pick(["target", "url", "rate"] as const),
      target: coin() ? "route" : "url",
      url: field(),
      rate: field(),
      ...state(),
    }),
    () => randomComparison(values),
    () => ({ kind: "work" }),
    () => ({
      kind: "forwards",
      view,
      waiting: { chosen: maybe(random.below(1e6)), matching: maybe(random.below(3)) },
    }),
    () => ({
      kind: "causes",
      filter: emptyFilter,
      causes: maybe(
        many(random.below(20), () => {
          const example = {
            seq: 1,
            receivedAt: new Date(random.below(1e12)).toISOString(),
            reason: maybe(text()),
          };
          return { cause: maybe(text()), count: 1 + random.below(1e6), newest: example, oldest: example };
        }),
      ),
      view,
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
      delivery: randomDelivery(values, random.below(1e7)),
      note: field(),
      focus: "note",
      ...state(),
    }),
    () => ({
      kind: "delete-webhooks",
      ids: [text(24), text(24)],
      lines: many(3, () => text()),
      number: field(),
      focus: "number",
      ...state(),
    }),
    () => ({
      kind: "webhook-name",
      webhookId: text(24),
      name: field(),
      focus: "name",
      ...state(),
    }),
    () => ({
      ...runForm(coin() ? null : { ...jobRun(), environment: { A: text() }, secrets: [text(20)] }, coin()),
      command: field(),
      environment: field(),
      payload: maybe(text()),
      space: field(),
      source: random.pick(["image", "space"] as const),
      focus: random.pick(["command", "timeout", "flavor"]),
      ...state(),
    }),
    () => ({ ...saveForm(text(24)), path: field(), ...state() }),
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

function randomUpdate({ random, text, coin }: RandomValues): UpdateState {
  return coin()
    ? { kind: random.pick(["waiting", "updating", "updated"] as const) }
    : { kind: "failed", why: text(200) };
}

function randomComparison(values: RandomValues): Comparison {
  const { random, text, coin, maybe, many } = values;
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
    before: randomDelivery(values, random.below(1e6)),
    after: randomDelivery(values, random.below(1e6)),
    view: coin() ? "paths" : "text",
    difference: { changes, sameBytes: coin(), ...counted },
    text: maybe({ lines, ...counted }),
    at: random.below(8),
    top: random.below(30),
  };
}
