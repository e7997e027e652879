import { describe, expect, it } from "vitest";
import { loadRegistry } from "../../../src/screens/index.ts";
import { frameOf } from "../../../src/tui/app-frame.ts";
import { findKeyFault, type KeyMap } from "../../../src/tui/core/key-map.ts";
import { commandLine } from "../../../src/tui/dialogs/list-box.ts";
import { keyIdOf, keyLabel, keyOf } from "../../../src/tui/frame/key-label.ts";
import { keyLine } from "../../../src/tui/frame/key-line.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";

const first = initialState({ columns: 120, rows: 40 }, someMomentMs);

function fault(keys: KeyMap): string | null {
  const found = findKeyFault(registry, keys);
  if (found === null) return null;
  const { what, why = "", hint } = found;
  return [what, why, hint].filter((part) => part !== "").join(". ");
}

describe("the key of a name", () => {
  it("is spelled as in key tables or as its label", () => {
    expect(["ctrl+s", "G", "f5", "space", "?", "alt+enter", "+", "g o", "M +"].map(keyIdOf)).toEqual([
      "ctrl+s",
      "G",
      "f5",
      "space",
      "?",
      "alt+enter",
      "+",
      "g o",
      "M +",
    ]);
    expect(["Ctrl+S", "PgDn", "↓", "Esc", "Shift+Tab", "F5", "Alt+x", "Alt+Ctrl+Left"].map(keyIdOf)).toEqual([
      "ctrl+s",
      "pagedown",
      "down",
      "esc",
      "shift+tab",
      "f5",
      "alt+x",
      "ctrl+alt+left",
    ]);
    expect(["ctl+s", "", "jj", "ctrl+m", "super+x", "shift+g", "g ctl+s", "g o o"].map(keyIdOf)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });

  it("is the inverse of the label of every key in use", () => {
    const keys = registry.commands.flatMap((command) => command.keys);
    expect(keys.map((key) => keyIdOf(keyLabel(key)))).toEqual(keys);
  });
});

describe("a key map", () => {
  it.each<KeyMap>([
    {},
    { "webhooks.new": ["i"] },
    { "webhooks.new": ["i"], "list.down": ["down", "ctrl+n"], "app.undo": [] },
    // Two commands exchange their keys.
    { "webhooks.edit": ["o"], "webhooks.toggle": ["e"] },
    // A sequence goes on in the box of its first key.
    { "webhooks.new": ["m w", "g f5"], "app.undo": ["m l"] },
    { "sequence.more": ["Ctrl+O"], "webhooks.new": ["ctrl+o w"] },
    // Commands of different screens, and of panes that are never active together, may share a key.
    { "jobs.open": ["b"], "messages.filter": ["v"], "message.back": ["v", "esc"] },
    { "replay.submit": ["f5", "Ctrl+S"] },
    { "screen.webhooks": ["f2"] },
  ])("is accepted: %j", (keys) => {
    expect(fault(keys)).toBeNull();
  });

  it.each<[KeyMap, string]>([
    [{ "webhooks.nw": ["c"] }, 'names an unknown command "webhooks.nw". Perhaps you mean webhooks.new'],
    [{ zzzzzz: ["c"] }, 'names an unknown command "zzzzzz". hooklens config keys lists the commands'],
    [
      { "jobs.cancel-confirmed": ["c"] },
      'names an unknown command "jobs.cancel-confirmed". hooklens config keys',
    ],
    [{ constructor: ["c"] }, 'names an unknown command "constructor"'],
    [
      { "webhooks.new": ["c", "ctl+s"] },
      'gives webhooks.new an unknown key "ctl+s". Write it as in docs/keys.md, for example ctrl+c, down, j, ?, f1',
    ],
    [
      { "webhooks.new": ["f5"] },
      'gives f5 to both webhooks.new and app.refresh. both work in "Webhooks". Give one of them another key',
    ],
    [{ "app.refresh": ["c"] }, 'gives c to both app.refresh and webhooks.new. both work in "Webhooks"'],
    [{ "webhooks.new": ["m e"] }, "gives m e to both webhooks.new and webhooks.edit-text"],
    [
      { "webhooks.new": ["c w"] },
      'gives webhooks.new the sequence "c w". it begins with the key of another command. Begin it with g or m',
    ],
    [
      { "webhooks.new": ["m down"] },
      'gives webhooks.new the sequence "m down". down is a key of the box that m opens. End it with another key',
    ],
    [
      { "sequence.more": ["ctrl+o"], "webhooks.new": ["m w"] },
      'gives webhooks.new the sequence "m w". it begins with the key of another command. Begin it with g or ctrl+o',
    ],
    [{ "webhooks.new": ["m w e"] }, 'gives webhooks.new an unknown key "m w e"'],
    [{ "filter.done": ["m w"] }, "gives filter.done the key m w. a text field of"],
    [{ "webhooks.new": ["i"], "webhooks.edit": ["i"] }, "gives i to both webhooks.new and webhooks.edit"],
    [{ "webhooks.new": ["j"] }, "gives j to both webhooks.new and list.down"],
    [{ "confirm.yes": ["ctrl+l"] }, "gives ctrl+l to both confirm.yes and app.redraw"],
    [
      { "replay.submit": ["x"] },
      'gives replay.submit the key x. a text field of "Replay dialog" receives it. Use a key with ctrl or alt, or a function key',
    ],
    [{ "filter.done": ["space"] }, 'gives filter.done the key space. a text field of "Delivery filter"'],
    [{ "app.redraw": ["L"] }, "gives app.redraw the key L. a text field of"],
    [
      { "confirm.yes": [] },
      "leaves confirm.yes without a key. the command palette does not list it. Give it a key",
    ],
    [{ "palette.open": [] }, "leaves palette.open without a key"],
    [{ "filter.clear": [] }, "leaves filter.clear without a key"],
  ])("has a fault: %j", (keys, expected) => {
    expect(fault(keys)).toContain(expected);
  });
});

describe("the registry with own keys", async () => {
  const own = await loadRegistry({
    "webhooks.new": ["Ctrl+N"],
    "help.open": ["H"],
    "app.undo": [],
    "screen.jobs": [],
  });

  it("shows them in the footer, the help and texts", () => {
    expect(own.command("webhooks.new").keys).toEqual(["ctrl+n"]);
    const drawn = keyLine(first, own)
      .spans.map(({ text }) => text)
      .join(" ");
    expect(drawn).toContain("H  help");
    expect(drawn).not.toContain("?");
    const [, label] = commandLine(own.command("webhooks.new"), first, own, {
      keyColumns: 16,
      keyCount: 2,
    }).spans;
    expect(label?.text).toBe("Create a webhook");
    expect(JSON.stringify(frameOf(after(first, showScreen("webhooks")), own))).toContain("Ctrl+N");
  });

  it("begins sequences with the key that shows how they go on, or leaves them to the palette", async () => {
    const other = await loadRegistry({ "sequence.more": ["Ctrl+O"], "sequence.go-to": [] });
    expect(other.command("webhooks.clone").keys).toEqual(["ctrl+o c"]);
    expect(keyOf(other, "webhooks.clone")).toBe("Ctrl+O c");
    expect(other.command("list.first").keys).toEqual(["home"]);
    expect(keyOf(other, "webhooks.activity")).toBe(': "Focus the webhook\'s activity"');
  });

  it("names a command without a key by its title in the palette", () => {
    expect(keyOf(own, "app.undo")).toBe(': "Undo the last change"');
    expect(() => frameOf(first, own)).not.toThrow();
  });

  it("knows the feature of every command", () => {
    expect(own.commands.map((command) => own.featureOf(command).id)).toEqual(
      registry.commands.map((command) => registry.featureOf(command).id),
    );
  });
});
