import { describe, expect, it } from "vitest";
import { setSavedFilters } from "../../../src/screens/saved-filters.ts";
import { webhooksLoaded } from "../../../src/screens/webhooks/state/webhooks.ts";
import { bestMatches } from "../../../src/tui/dialogs/best-matches.ts";
import { commandLine } from "../../../src/tui/dialogs/list-box.ts";
import { paletteEntries } from "../../../src/tui/dialogs/palette-entries.ts";
import type { Command } from "../../../src/tui/records/command.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState, type KnownState } from "../../support/app/state.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);

describe("the palette", () => {
  const titles = (query: string, state = first) =>
    paletteEntries(state, registry, query).map(({ command }) => command.title);

  /** Returns the screens that a command of the list leads to, in order of the list. */
  const leads = (title: string, state = first) =>
    paletteEntries(state, registry, "")
      .filter(({ command }) => command.title === title)
      .map(({ leadsTo }) => leadsTo);

  it("lists the commands of all screens, those of the visible one that are enabled first, except itself", () => {
    expect(titles("")).toContain("Show Messages");
    expect(titles("")).not.toContain(registry.command("palette.open").title);
    const deliveries = after(first, showScreen("deliveries"));
    expect(leads("Create a webhook")).toEqual([""]);
    expect(leads("Create a webhook", deliveries)).toEqual(["Webhooks"]);
    expect(leads("Replay selected or marked deliveries")).toEqual(["Deliveries"]);
    expect(leads("Replay selected or marked deliveries", deliveries)).toEqual([""]);
    const ranks = paletteEntries(deliveries, registry, "").map(({ leadsTo, command }) => {
      const isEnabled = (command.disabledReason?.(deliveries, registry) ?? null) === null;
      return isEnabled ? (leadsTo === "" ? 0 : 1) : 2;
    });
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
    expect(ranks.toSorted((one, other) => one - other)).toEqual(ranks);
  });

  it("gives no reason against a command of another screen, which shows its screen first", () => {
    const replay = (state: KnownState) =>
      paletteEntries(state, registry, "").find(({ command }) => command.id === "deliveries.replay")?.command;
    expect(replay(after(first, showScreen("deliveries")))?.disabledReason).toBeDefined();
    expect(replay(first)?.disabledReason).toBeUndefined();
  });

  it("lists what acts on an opened row beside it, and finds commands by words of other programs", () => {
    expect(leads("Approve or withdraw approval")).toEqual(["Policy"]);
    expect(leads("Drop the waiting dispatch")).toEqual(["Webhook activity"]);
    for (const [query, title] of [
      ["diff", "Compare two deliveries"],
      ["remove", "Delete selected or marked webhooks"],
      ["rename", "Name the selected webhook"],
      ["rerun", "Replay selected or marked deliveries"],
      ["secret", "Set up the receiver"],
      ["curl", "Choose what to copy"],
      ["what if", "Try a change"],
    ] as const) {
      expect(titles(query)).toContain(title);
    }
  });

  it("ranks what can be done now before what cannot, and what this screen has before others", () => {
    const deliveries = after(first, showScreen("deliveries"));
    expect(titles("why", deliveries)[0]).toBe("Check why nothing arrives");
    expect(titles("sort").some((title) => title === "Show the keys")).toBe(false);
    const reasons = paletteEntries(first, registry, "webhook").map(
      ({ command }) => (command.disabledReason?.(first, registry) ?? null) === null,
    );
    expect(reasons).toEqual(reasons.toSorted((one, other) => Number(other) - Number(one)));
    expect(new Set(reasons).size).toBe(2);
  });

  it("finds webhooks, deliveries and filters by their name or number, and none without a query", () => {
    const webhook = aWebhook({ id: "6390e855e30d9209411de93b", watched: [] });
    const known = after(
      first,
      webhooksLoaded([webhook], someMomentMs),
      setSavedFilters({ filters: { failures: "is:failed" } }),
    );
    const places = (query: string) =>
      paletteEntries(known, registry, query).flatMap(({ place, leadsTo }) =>
        place === undefined ? [] : [[leadsTo, place.command, place.argument]],
      );
    expect(places("")).toEqual([]);
    expect(places("90e855")).toEqual([["Webhooks", "webhooks.show", webhook.id]]);
    expect(places(webhook.url ?? "")).toEqual([["Webhooks", "webhooks.show", webhook.id]]);
    expect(places("#12")).toEqual([["Deliveries", "deliveries.show", "12"]]);
    // A webhook has this number in its ID.
    expect(places("39").map(([screen]) => screen)).toEqual(["Deliveries", "Webhooks"]);
    expect(places("Fail")).toEqual([["Deliveries", "deliveries.show-matching", "@failures"]]);
  });

  it("ranks the start of a title first, in any order of terms, and drops what merely has the letters", () => {
    const named = (title: string): Command => ({ id: "x", title, scope: "global", keys: [], run: () => {} });
    const some = ["Generate a secret", "Filter deliveries", "Show Deliveries", "Delete a webhook"].map(named);
    const found = (query: string) => bestMatches(some, query).map(({ command }) => command.title);
    expect(found("del")).toEqual(["Delete a webhook", "Show Deliveries", "Filter deliveries"]);
    expect(found("  DELIV show ")).toEqual(["Show Deliveries"]);
    expect(found("gnrt")).toEqual(["Generate a secret"]);
    // No word begins with the term, so matches inside words are found.
    expect(found("hook")).toEqual(["Delete a webhook"]);
    expect(found("bhk")).toEqual([]);
    expect(found("zz")).toEqual([]);
    expect(
      bestMatches([{ ...named("Show message history"), id: "screen.messages" }], "messages"),
    ).toHaveLength(1);
    expect(found("")).toHaveLength(4);
    // The matcher reorders at most 4 terms.
    const long = named("Send a test to this webhook");
    expect(bestMatches([...some, long], "send a test to this")).toMatchObject([{ command: long }]);
  });

  it("marks what matched in a title", () => {
    const command: Command = {
      id: "x",
      title: "Show Deliveries",
      scope: "global",
      keys: ["2"],
      run: () => {},
    };
    const [found] = bestMatches([command], "show del");
    const { spans } = commandLine(command, first, registry, { keyColumns: 16, keyCount: 2 }, found?.matched);
    expect(spans.map(({ text, tone }) => [text.trim(), tone])).toEqual([
      ["2", "accent"],
      ["Show", "strong"],
      ["", "plain"],
      ["Del", "strong"],
      ["iveries", "plain"],
    ]);
  });
});
