import { describe, expect, it } from "vitest";
import { helpSections } from "../../../src/tui/dialogs/help.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);

describe("the help", () => {
  const titles = (filter: string, state = first) =>
    helpSections(state, registry, filter).map(({ title }) => title);

  it("lists every command of the screens once, those of the current scopes first", () => {
    const listed = helpSections(first, registry, "").flatMap(({ commands }) => commands);
    const scopes = new Set(registry.features.flatMap((feature) => feature.scopes.map(({ scope }) => scope)));
    expect(listed).toHaveLength(new Set(listed.map(({ id }) => id)).size);
    expect(new Set(listed)).toEqual(new Set(registry.commands.filter(({ scope }) => scopes.has(scope))));
    expect(titles("").slice(0, 3)).toEqual(["Webhooks", "Lists", "Everywhere"]);
    expect(titles("", after(first, showScreen("deliveries")))[0]).toBe("Deliveries");
  });

  it("keeps the commands whose title matches, or that have the key", () => {
    const listed = (filter: string) =>
      helpSections(first, registry, filter).flatMap(({ commands }) => commands.map(({ id }) => id));
    expect(listed("delete")).toEqual(["webhooks.delete"]);
    expect(listed("ctrl+l")).toEqual(["app.redraw"]);
    expect(listed("zzzz")).toEqual([]);
  });

  it("leaves keys of dialogs to their footers", () => {
    const dialogs = new Set(registry.features.flatMap((feature) => feature.dialogs.map(({ kind }) => kind)));
    const listed = helpSections(first, registry, "").flatMap(({ commands }) => commands);
    expect(listed.filter(({ scope }) => dialogs.has(scope))).toEqual([]);
  });
});
