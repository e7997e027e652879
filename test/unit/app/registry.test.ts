import { describe, expect, it } from "vitest";
import type { Command, Scope } from "../../../src/app/commands/command.ts";
import { paletteEntries } from "../../../src/app/commands/palette-entries.ts";
import { commands } from "../../../src/app/commands/registry.ts";
import { focusedScopes } from "../../../src/app/focus.ts";
import { helpLines, helpScopes } from "../../../src/app/help-lines.ts";
import { activityList, dispatchPage } from "../../../src/app/overlays/activity.ts";
import { forwardDialog } from "../../../src/app/overlays/forward-dialog.ts";
import { replayDialog } from "../../../src/app/overlays/replay-dialog.ts";
import { strayWebhooksDialog } from "../../../src/app/overlays/stray-webhooks.ts";
import { triggerDialog } from "../../../src/app/overlays/trigger-dialog.ts";
import { newWebhookForm } from "../../../src/app/overlays/webhook-form.ts";
import { setDeliveries } from "../../../src/app/state/deliveries-state.ts";
import { setJobs } from "../../../src/app/state/jobs-state.ts";
import type { Overlay } from "../../../src/app/state/overlays.ts";
import { openOverlay, screenNames, showScreen } from "../../../src/app/state/overlays.ts";
import { setPolicies } from "../../../src/app/state/policies-state.ts";
import { editByKey, textField } from "../../../src/app/text-field.ts";
import { isKeyId } from "../../../src/terminal/keys.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { initialState, after, type KnownState } from "../../support/app/state.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);
const view = { selected: 0, top: 0 };

/** One overlay of every kind. */
const overlays: readonly Overlay[] = [
  {
    kind: "confirm",
    title: "",
    lines: [],
    verb: "discard",
    action: { kind: "discard", dialog: "webhook-form" },
  },
  { kind: "palette", query: textField(), view },
  { kind: "help", view },
  { kind: "messages", view },
  newWebhookForm({ url: null, secret: null }, true),
  triggerDialog(null, "me"),
  replayDialog(1, ""),
  forwardDialog(null),
  strayWebhooksDialog([], true),
  activityList("6390b4d1c5a0f2e87b41de93"),
  dispatchPage("6390b4d1c5a0f2e87b41de93", 1),
  {
    kind: "comment",
    path: "p.yaml",
    clauseId: "A-1",
    clauseHash: "",
    known: "",
    field: textField(),
  },
];

/** Every combination of scopes. */
const places: readonly KnownState[] = [
  ...screenNames.map((screen) => after(first, showScreen(screen))),
  after(after(first, showScreen("deliveries")), setDeliveries({ focus: "detail" })),
  after(after(first, showScreen("deliveries")), setDeliveries({ editingFilter: true })),
  after(
    after(first, showScreen("jobs")),
    setJobs({ log: { id: "1", lines: [], dropped: 0, top: null, complete: false } }),
  ),
  after(after(first, showScreen("policies")), setPolicies({ focus: "document" })),
  after(after(first, showScreen("policies")), setPolicies({ editingFilter: true })),
  ...overlays.map((overlay) => after(first, openOverlay(overlay))),
];

const keysOf = (scope: Scope) => commands.filter((one) => one.scope === scope).flatMap(({ keys }) => keys);
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

describe("the registry", () => {
  it("has unique command IDs, and unique keys per scope", () => {
    expect(twice(commands.map(({ id }) => id))).toEqual([]);
    const scopes = new Set(commands.map(({ scope }) => scope));
    expect(
      [...scopes].map((scope) => [scope, twice(keysOf(scope))]).filter(([, keys]) => keys?.length),
    ).toEqual([]);
  });

  it("spells every key as the terminal does", () => {
    const wrong = commands.flatMap(({ keys }) => keys.filter((key) => !isKeyId(key)));
    expect(wrong).toEqual([]);
  });

  it("titles every command without a full stop, and labels keys with one or two words", () => {
    for (const { title, footerLabel } of commands) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      const label = typeof footerLabel === "function" ? footerLabel(first) : footerLabel;
      expect(label ?? "word").toMatch(/^[a-z]+( [a-z]+)?$/);
    }
  });

  it("has no unreachable command", () => {
    const reachable = new Set(places.flatMap((place) => focusedScopes(place)));
    expect(commands.filter(({ scope }) => !reachable.has(scope))).toEqual([]);
    const named = new Set(
      screenNames.flatMap((screen) => paletteEntries(after(first, showScreen(screen)), commands, "")),
    );
    expect(commands.filter((one) => one.keys.length === 0 && !named.has(one))).toEqual([]);
  });

  it("shadows a key of an outer scope only on purpose", () => {
    const hidden = new Set<string>();
    for (const place of places) {
      const scopes = focusedScopes(place);
      for (const [index, inner] of scopes.entries()) {
        for (const outer of scopes.slice(index + 1)) {
          const shared = keysOf(inner).filter((key) => keysOf(outer).includes(key));
          for (const key of shared) hidden.add(`${key}: ${inner} before ${outer}`);
        }
      }
    }
    expect([...hidden].toSorted()).toEqual([
      // Esc returns one level first; q quits only at the top level.
      "esc: detail before deliveries",
      "q: detail before global",
      "q: job-log before global",
      "q: policy before global",
    ]);
  });

  it("leaves editing keys to text fields, except for commands that are disabled while editing", () => {
    const taken = (
      ["webhook-form", "trigger", "replay", "comment", "palette", "filter", "name-filter"] as const
    ).flatMap((scope) =>
      commands
        .filter((one) => one.scope === scope && one.disabledReason === undefined)
        .flatMap(({ keys }) => keys.filter((key) => editByKey(textField("x"), key) !== null)),
    );
    expect(taken).toEqual([]);
  });
});

describe("the help", () => {
  it("lists every command with a key once, those of the current scopes first", () => {
    const lines = helpLines(first, commands);
    const listed = lines.flatMap((line) => (line.kind === "command" ? [line.command] : []));
    const scopes = new Set<Scope>(helpScopes.map(({ scope }) => scope));
    expect(twice(listed.map(({ id }) => id))).toEqual([]);
    expect(commands.filter(({ scope }) => scopes.has(scope)).every((one) => listed.includes(one))).toBe(true);
    expect(lines[0]).toEqual({ kind: "title", title: "Webhooks" });
    expect(helpLines(after(first, showScreen("deliveries")), commands)[0]).toEqual({
      kind: "title",
      title: "Deliveries",
    });
  });

  it("omits only the keys in its own footer: those that close help and message history", () => {
    const scopes = new Set<Scope>(helpScopes.map(({ scope }) => scope));
    const left = new Set(commands.map(({ scope }) => scope).filter((scope) => !scopes.has(scope)));
    expect([...left].toSorted()).toEqual(["help", "messages"]);
  });
});

describe("the palette", () => {
  const titles = (query: string, state = first) =>
    paletteEntries(state, commands, query).map(({ title }) => title);

  it("lists the commands of the screen and of the app, except itself", () => {
    expect(titles("")).toContain("Create a webhook");
    expect(titles("")).toContain("Show message history");
    expect(titles("")).not.toContain("Find a command");
    expect(titles("")).not.toContain("Replay the selected delivery");
    expect(titles("", after(first, showScreen("deliveries")))).toContain("Replay the selected delivery");
  });

  it("ranks a prefix before the start of a word, then a substring, then letters in order", () => {
    const named = (title: string): Command => ({ id: "x", title, scope: "global", keys: [], run: () => {} });
    const some = ["Dig or win", "Redo it", "To the door", "Down one row", "Neither"].map(named);
    const found = paletteEntries(first, some, "do").map(({ title }) => title);
    expect(found).toEqual(["Down one row", "To the door", "Redo it", "Dig or win"]);
    expect(paletteEntries(first, some, "  DOWN ")[0]?.title).toBe("Down one row");
    expect(paletteEntries(first, some, "zz")).toEqual([]);
  });
});
