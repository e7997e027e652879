import { describe, expect, it } from "vitest";
import { commandLine } from "../../../src/tui/dialogs/list-box.ts";
import { bestMatches, paletteEntries } from "../../../src/tui/dialogs/palette.ts";
import type { Command } from "../../../src/tui/records/command.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);

describe("the palette", () => {
  const titles = (query: string, state = first) =>
    paletteEntries(state, registry, query).map(({ command }) => command.title);

  it("lists the commands of the screen and of the app, except itself", () => {
    expect(titles("")).toContain("Create a webhook");
    expect(titles("")).toContain("Show message history");
    expect(titles("")).not.toContain("Find a command");
    expect(titles("")).not.toContain("Replay selected or marked deliveries");
    expect(titles("", after(first, showScreen("deliveries")))).toContain(
      "Replay selected or marked deliveries",
    );
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
