import { describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../src/model/delivery.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { bookmarkForm } from "../../../src/screens/deliveries/actions/bookmark-form.ts";
import { exportForm } from "../../../src/screens/deliveries/actions/export-form.ts";
import { replayForm } from "../../../src/screens/deliveries/actions/replay-form.ts";
import { templateForm } from "../../../src/screens/deliveries/actions/template-form.ts";
import { forwardsMenu } from "../../../src/screens/deliveries/forwards/forwards-menu.ts";
import { setDeliveries } from "../../../src/screens/deliveries/state/deliveries.ts";
import { runForm } from "../../../src/screens/jobs/dialogs/run-form.ts";
import { saveForm } from "../../../src/screens/jobs/dialogs/save-form.ts";
import { setJobs } from "../../../src/screens/jobs/state.ts";
import { setHistory } from "../../../src/screens/messages/state.ts";
import { compareForm, folderForm } from "../../../src/screens/policies/dialogs/compare-form.ts";
import { reviewExportForm } from "../../../src/screens/policies/dialogs/review-export.ts";
import { clauseForm, valueForm } from "../../../src/screens/policies/dialogs/what-if-forms.ts";
import { whatIfMenu } from "../../../src/screens/policies/dialogs/what-if-menu.ts";
import { setPolicies } from "../../../src/screens/policies/state/policies.ts";
import { forwardForm } from "../../../src/screens/receiver/dialogs/forward-form.ts";
import { setupForm } from "../../../src/screens/receiver/dialogs/setup-form.ts";
import { deleteForm } from "../../../src/screens/webhooks/dialogs/delete-form.ts";
import { webhookChange } from "../../../src/screens/webhooks/dialogs/editor/change.ts";
import { newWebhookForm } from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import { healthDialog } from "../../../src/screens/webhooks/dialogs/health.ts";
import { nameForm } from "../../../src/screens/webhooks/dialogs/name-form.ts";
import { outdatedUrlsDialog } from "../../../src/screens/webhooks/dialogs/outdated-urls/outdated-urls.ts";
import { testForm } from "../../../src/screens/webhooks/dialogs/trigger/test-form.ts";
import { testResultPage } from "../../../src/screens/webhooks/dialogs/trigger/test-result.ts";
import { triggerForm } from "../../../src/screens/webhooks/dialogs/trigger/trigger-form.ts";
import { dispatchPage } from "../../../src/screens/webhooks/state/dispatch-page.ts";
import { setWebhookView } from "../../../src/screens/webhooks/state/view.ts";
import { putWebhook, setWebhooks } from "../../../src/screens/webhooks/state/webhooks.ts";
import { isKeyId } from "../../../src/terminal/keys.ts";
import { frameOf } from "../../../src/tui/app-frame.ts";
import { untouched } from "../../../src/tui/dialogs/form.ts";
import { paletteEntries } from "../../../src/tui/dialogs/palette-entries.ts";
import { activeScopes, focusedField } from "../../../src/tui/focus.ts";
import { act } from "../../../src/tui/records/acts.ts";
import { type Command, internal } from "../../../src/tui/records/command.ts";
import { openDialog, showScreen } from "../../../src/tui/state/nav.ts";
import { editByKey, textField } from "../../../src/tui/text-field.ts";
import { initialViewer, type ViewerState } from "../../../src/tui/viewer/state.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { deliveryOf, detailOf, someMomentMs } from "../../support/app/deliveries.ts";
import { jobRun } from "../../support/app/job-run.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState, type KnownState } from "../../support/app/state.ts";
import { receiverConfigIn } from "../../support/receiver-config.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);
const view = { selected: 0, top: 0 };
const exampleWebhook = aWebhook({ id: "65f1c0ffee0000000000abcd", watched: [] });

/** Dialogs, one of each kind. */
const dialogs = [
  {
    kind: "confirm",
    title: "",
    lines: [],
    unfinished: null,
    verb: "discard",
    command: "dialog.discard",
  },
  { kind: "palette", query: textField(), view },
  { kind: "copy", items: [{ label: "delivery ID", text: "24" }], view },
  { kind: "columns", order: ["seq", "time"], shown: ["time"], view },
  { kind: "sort", view },
  { kind: "sequence", first: "m", view },
  { kind: "help", filter: textField(), selected: 0, isUnfolded: true },
  { ...newWebhookForm({ url: "http://a", secret: null }, true), suggestions: { chosen: 0 } },
  webhookChange(exampleWebhook, exampleWebhook),
  triggerForm(null, "me"),
  testForm(exampleWebhook, "me"),
  testResultPage(testForm(exampleWebhook, "me"), {
    target: "https://example.org/hook",
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    status: 200,
    error: null,
    headers: [],
    body: new Uint8Array(),
    truncated: false,
    location: null,
  }),
  { kind: "trigger-run", name: "", total: 1, done: 0, dispatches: 0, overQuota: 0 },
  replayForm({ seqs: [1, 2] }, 2, ""),
  forwardsMenu,
  {
    kind: "comparison",
    before: deliveryOf(1),
    after: deliveryOf(2),
    why: null,
    view: "paths",
    difference: { changes: [], more: 0, sameBytes: true },
    text: { lines: [], more: 0 },
    at: 0,
    top: 0,
  },
  { kind: "work" },
  exportForm({ seqs: [1, 2] }, 2),
  {
    kind: "send-edited",
    seq: 1,
    request: { headers: [], body: null },
    parts: ["payload"],
    focus: "url",
    target: "url",
    url: textField(),
    ...untouched,
  },
  bookmarkForm(deliveryOf(1)),
  { kind: "saved-filters", view },
  { kind: "causes", filter: emptyFilter, causes: [], view },
  { kind: "filter-name", name: textField(), text: "is:failed", renamed: null, focus: "name", ...untouched },
  {
    kind: "values",
    seq: 1,
    terms: [{ label: "route", value: "inbox", term: "route:inbox" }],
    excludes: true,
    view,
  },
  templateForm(1),
  deleteForm([{ id: "6390b4d1c5a0f2e87b41de93" }, { id: "6390b4d1c5a0f2e87b41de94" }], ["a: here"]),
  nameForm({ id: "6390b4d1c5a0f2e87b41de93" }, "inbox"),
  {
    kind: "open",
    seq: 1,
    subjects: [{ label: "webhook", text: "its webhook is not known", show: null }],
    view,
  },
  forwardForm(null),
  runForm(null, false),
  saveForm("1"),
  setupForm(receiverConfigIn("/nowhere").settings(), "config.yaml"),
  outdatedUrlsDialog("tunnel", [], true),
  healthDialog("6390b4d1c5a0f2e87b41de93"),
  dispatchPage("6390b4d1c5a0f2e87b41de93", 1),
  {
    kind: "remark",
    remark: "comment",
    path: "p.yaml",
    clauseId: "A-1",
    clauseHash: "",
    reviewer: "ann",
    threads: [],
    thread: 0,
    text: textField(),
    isAboutEarlier: false,
    focus: "text",
    ...untouched,
  },
  reviewExportForm({ policy: "p.yaml", isShipped: false, revision: null }),
  { kind: "what-if", reason: "leave", next: null },
  { kind: "seal", keys: [], problem: null, view },
  {
    kind: "seal-history",
    clauseId: null,
    history: { receipts: [], changes: [], since: null, proof: null },
    top: 0,
  },
  whatIfMenu,
  valueForm("minimum", null, "7"),
  clauseForm("Λ1"),
  compareForm("/p/p.yaml", [{ name: "v1", note: "" }], { files: [] }),
  folderForm([], null),
  { kind: "folder-changes", revision: "v1", policies: [], view },
  { kind: "upstream", view },
  {
    kind: "upstream-comparison",
    name: "p.yaml",
    document: { name: "p.yaml", standing: "differs", isKept: false, ours: null, upstream: "" },
    diff: { problem: "it is not YAML", isNew: false, isApart: false },
    lines: [],
    top: 0,
  },
];

/** Every combination of scopes. */
const places: readonly KnownState[] = [
  ...registry.screens.map(({ id: screen }) => after(first, showScreen(screen))),
  after(first, showScreen("webhooks"), putWebhook(exampleWebhook), setWebhooks({ focus: "activity" })),
  after(after(first, showScreen("deliveries")), setDeliveries({ focus: "detail" })),
  viewing("{}", initialViewer),
  viewing("{}", { ...initialViewer, cursor: 3 }, { schemaValid: false }),
  viewing("{}", { ...initialViewer, query: textField("a") }),
  viewing("text", initialViewer),
  viewing("text", { ...initialViewer, origin: { cursor: 0, top: { line: 0, row: 0 }, following: false } }),
  after(after(first, showScreen("deliveries")), setDeliveries({ editingFilter: true })),
  after(first, showScreen("webhooks"), setWebhookView({ editingFilter: true })),
  after(
    after(first, showScreen("jobs")),
    setJobs({
      items: [jobRun()],
      focus: "output",
      log: {
        id: "1",
        lines: [],
        unfinished: null,
        dropped: 0,
        viewer: initialViewer,
        complete: false,
        error: null,
      },
    }),
  ),
  after(after(first, showScreen("jobs")), setJobs({ items: [jobRun()], editingFilter: true })),
  after(after(first, showScreen("policies")), setPolicies({ focus: "matrix" })),
  after(after(first, showScreen("policies")), setPolicies({ editingFilter: true })),
  after(after(first, showScreen("messages")), setHistory({ focus: "detail" })),
  after(after(first, showScreen("messages")), setHistory({ editingFilter: true })),
  ...dialogs.map((dialog) => after(first, openDialog(dialog))),
];

/** Returns a state with a focused payload. */
function viewing(body: string, viewer: ViewerState, over: Partial<DeliveryDetail> = {}): KnownState {
  const detail = detailOf(1, body, over);
  return after(
    after(first, showScreen("deliveries")),
    setDeliveries({ focus: "detail", detail, viewer: { ...viewer, of: "1 request" } }),
  );
}

const keysOf = (scope: string) =>
  registry.commands.filter((one) => one.scope === scope).flatMap(({ keys }) => keys);

/** Returns a scope's keys with the acts that each is a key of. */
const meaningsIn = (scope: string) =>
  registry.commands
    .filter((one) => one.scope === scope)
    .flatMap(({ keys, acts: names = [] }) =>
      keys.map((key) => ({ key, acts: names.filter((name) => act(name).keys.includes(key)) })),
    );

/** Returns the keys that both scopes have, with their meanings in each. */
const sharing = (scope: string, outerScope: string) =>
  meaningsIn(scope).flatMap((inner) =>
    meaningsIn(outerScope)
      .filter(({ key }) => key === inner.key)
      .map((outer) => [inner, outer] as const),
  );

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

describe("the registry", () => {
  it("has unique command IDs, and unique keys per scope", () => {
    expect(twice(registry.commands.map(({ id }) => id))).toEqual([]);
    const scopes = new Set(registry.commands.map(({ scope }) => scope));
    expect(
      [...scopes].map((scope) => [scope, twice(keysOf(scope))]).filter(([, keys]) => keys?.length),
    ).toEqual([]);
  });

  it("spells every key as the terminal does", () => {
    const wrong = registry.commands.flatMap(({ keys }) =>
      keys.filter((key) => !key.split(" ").every(isKeyId)),
    );
    expect(wrong).toEqual([]);
  });

  it("titles every command without a full stop, and labels keys with one or two words", () => {
    for (const { title, footerLabel } of registry.commands) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      const label = typeof footerLabel === "function" ? footerLabel(first) : footerLabel;
      expect(label ?? "word").toMatch(/^[a-z]+( [a-z]+)?$/);
    }
  });

  it("gives a reason, never a title, why a command is disabled", () => {
    for (const place of [first, ...places]) {
      for (const { title, disabledReason } of registry.commands) {
        const reason = disabledReason?.(place, registry) ?? null;
        if (reason === null) continue;
        // The app shows the reason as a sentence and adds the period.
        expect(reason).toMatch(/^[a-z].{5,}[^.:]$/);
        expect(reason.toLowerCase()).not.toContain(title.toLowerCase());
      }
    }
  });

  it("draws every kind of dialog that is open in a test", () => {
    const kinds = registry.features.flatMap((feature) => feature.dialogs.map(({ kind }) => kind));
    expect(dialogs.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
    // A key in a text throws if its command does not exist.
    expect(places.flatMap((place) => frameOf(place, registry).dialogs)).toHaveLength(dialogs.length);
  });

  it("has no unreachable command", () => {
    const reachable = new Set(places.flatMap((place) => activeScopes(registry, place)));
    const others = registry.commands.filter(({ scope }) => scope !== internal);
    expect(others.filter(({ scope }) => !reachable.has(scope))).toEqual([]);
    const named = new Set(
      registry.screens.flatMap(({ id: screen }) =>
        paletteEntries(after(first, showScreen(screen)), registry, "").map(({ command }) => command),
      ),
    );
    // The rows of a chooser, which run by Enter.
    const chosen = new Set(
      dialogs.flatMap((dialog) => {
        const state = after(first, openDialog(dialog));
        const texts = registry.dialogOf(dialog).typeAhead?.(state, dialog, registry)?.texts ?? [];
        return texts.map((title) => `${dialog.kind}: ${title}`);
      }),
    );
    const isFound = (one: Command) => named.has(one) || chosen.has(`${one.scope}: ${one.title}`);
    expect(others.filter((one) => one.keys.length === 0 && !isFound(one))).toEqual([]);
  });

  it("shadows a key of an outer scope only on purpose, and only a question gives it another meaning", () => {
    const hidden = new Set<string>();
    const changed = new Set<string>();
    for (const place of places) {
      const scopes = activeScopes(registry, place);
      for (const [index, scope] of scopes.entries()) {
        for (const outerScope of scopes.slice(index + 1)) {
          for (const [inner, outer] of sharing(scope, outerScope)) {
            const name = `${inner.key}: ${scope} before ${outerScope}`;
            hidden.add(name);
            if (!inner.acts.some((one) => outer.acts.includes(one))) changed.add(name);
          }
        }
      }
    }
    expect([...hidden].toSorted()).toEqual([
      // A focused text is searched, and n goes to its hits. Esc returns one level first, out of a search and then to the list.
      // Keys that scroll a text fold JSON. The suggestions of a field take keys of its form. q quits only at the top level.
      "/: viewer before deliveries",
      "/: viewer before jobs",
      "N: viewer-hits before deliveries",
      // The activity of a webhook has rows of its own.
      "d: activity before webhooks",
      "down: suggestions before policies-compare",
      "down: suggestions before policy-compare",
      "down: suggestions before webhook-form",
      "enter: activity before webhooks",
      "enter: suggestion before webhook-form",
      "enter: viewer-json before deliveries",
      "enter: viewer-link before deliveries",
      "enter: viewer-link before viewer-json",
      "esc: detail before deliveries",
      "esc: job-log before jobs",
      "esc: suggestions before policies-compare",
      "esc: suggestions before policy-compare",
      "esc: suggestions before webhook-form",
      "esc: viewer-hits before deliveries",
      "esc: viewer-hits before detail",
      "h: viewer-json before viewer",
      "l: viewer-json before viewer",
      "left: viewer-json before viewer",
      // In a change that must be sorted out, m takes mine.
      "m: webhook-change before list",
      // A payload that violates its schema shows the next violation.
      "n: viewer-hits before deliveries",
      "q: detail before global",
      "q: job-log before global",
      "q: message before global",
      "q: policy before global",
      "right: viewer-json before viewer",
      // The clauses of a policy have orders of their own, and no direction.
      "s: policy before list",
      // In a pane with tabs, Tab shows the next one.
      "shift+tab: detail before global",
      "shift+tab: policy before global",
      "tab: detail before global",
      "tab: policy before global",
      "tab: suggestion before webhook-form",
      "up: suggestions before webhook-form",
      // The comparison copies its text, of which there is one.
      "y: comparison before list",
    ]);
    expect([...changed]).toEqual(["m: webhook-change before list"]);
  });

  it("marks the scopes with a text field", () => {
    const editing = places.filter((place) => focusedField(registry, place) !== null);
    expect(editing.length).toBeGreaterThan(5);
    for (const place of editing) {
      const [innermost = ""] = activeScopes(registry, place);
      const { hasField, outer } = registry.scope(innermost);
      expect(hasField).toBe(true);
      expect(outer.filter((scope) => registry.scope(scope).hasField !== true)).toEqual(["always"]);
    }
  });

  it("leaves editing keys to text fields, except for commands that are disabled while editing", () => {
    const taken = (
      [
        "webhook-form",
        "trigger",
        "replay",
        "remark",
        "review-export",
        "policy-compare",
        "palette",
        "filter",
        "name-filter",
        "text-filter",
      ] as const
    ).flatMap((scope) =>
      registry.commands
        .filter((one) => one.scope === scope && one.disabledReason === undefined)
        .flatMap(({ keys }) => keys.filter((key) => editByKey(textField("x"), key) !== null)),
    );
    expect(taken).toEqual([]);
  });
});
