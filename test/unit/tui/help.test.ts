import { describe, expect, it } from "vitest";
import { helpSections, weeklyCommands } from "../../../src/tui/dialogs/help.ts";
import { activeScopes } from "../../../src/tui/focus.ts";
import { showScreen, topDialog } from "../../../src/tui/state/nav.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";
import { testApp } from "../../support/app/test-app.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);

describe("the help", () => {
  const titles = (filter: string, state = first) =>
    helpSections(state, registry, filter).map(({ title }) => title);

  it("lists every command with a key of the screens once, those of the current scopes first", () => {
    const listed = helpSections(first, registry, "").flatMap(({ commands }) => commands);
    const scopes = new Set(registry.features.flatMap((feature) => feature.scopes.map(({ scope }) => scope)));
    expect(listed).toHaveLength(new Set(listed.map(({ id }) => id)).size);
    const keyed = registry.commands.filter(({ scope, keys }) => scopes.has(scope) && keys.length > 0);
    expect(new Set(listed)).toEqual(new Set(keyed));
    expect(titles("").slice(0, 3)).toEqual(["Webhooks", "Lists", "Everywhere"]);
    expect(titles("", after(first, showScreen("deliveries")))[0]).toBe("Deliveries");
  });

  it("keeps the commands whose title or meaning matches, or that have the key", () => {
    const listed = (filter: string) =>
      helpSections(first, registry, filter).flatMap(({ commands }) => commands.map(({ id }) => id));
    expect(listed("delete")).toEqual(["webhooks.delete", "activity.drop", "jobs.cancel"]);
    expect(listed("why")).toEqual(expect.arrayContaining(["webhooks.why", "deliveries.why"]));
    expect(listed("ctrl+l")).toEqual(["app.redraw"]);
    expect(listed("zzzz")).toEqual([]);
  });

  it("begins with the keys of a week on the visible screen, at most twelve, those of the app last", () => {
    for (const { id } of registry.screens) {
      const state = after(first, showScreen(id));
      const weekly = weeklyCommands(state, registry);
      expect(weekly.length).toBeLessThanOrEqual(12);
      expect(new Set(weekly).size).toBe(weekly.length);
      const scopes = activeScopes(registry, state);
      expect(weekly.filter(({ scope, keys }) => !scopes.includes(scope) || keys.length === 0)).toEqual([]);
    }
    const ids = weeklyCommands(first, registry).map(({ id }) => id);
    // Those that are of no use now come last.
    expect(ids.slice(0, 4)).toEqual(["webhooks.new", "webhooks.trigger", "palette.open", "webhooks.open"]);
    expect(ids).toEqual(expect.arrayContaining(["webhooks.back", "webhooks.filter", "webhooks.why"]));
  });

  it("unfolds to all keys and back, from the start", async () => {
    const app = await testApp();
    app.press("?", "down", "ctrl+o");
    expect(topDialog(app.state())).toMatchObject({ isUnfolded: true, selected: 0 });
    app.press("down", "ctrl+o");
    expect(topDialog(app.state())).toMatchObject({ isUnfolded: false, selected: 0 });
  });

  it("leaves keys of dialogs to their footers", () => {
    const dialogs = new Set(registry.features.flatMap((feature) => feature.dialogs.map(({ kind }) => kind)));
    const listed = helpSections(first, registry, "").flatMap(({ commands }) => commands);
    expect(listed.filter(({ scope }) => dialogs.has(scope))).toEqual([]);
  });
});
