import { v } from "../../text/visible.ts";
import { activeScopes } from "../focus.ts";
import { type ListView, viewList } from "../list.ts";
import { act } from "../records/acts.ts";
import type { App, Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Dialog } from "../records/screen.ts";
import { behindDialog, closeDialog, dialogKind } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { commandLine, commandList, dialogRows, firstEnabled, listBox } from "./list-box.ts";

/** State of the box that shows how a sequence of keys continues. */
export interface SequenceBox {
  readonly kind: "sequence";
  /** First key of the sequence. */
  readonly first: string;
  readonly view: ListView;
}

const sequenceKind = dialogKind<SequenceBox>("sequence");
const boxColumns = 64;

/** Command that a sequence continues to. */
interface Continuation {
  /** Last key of the sequence. */
  readonly key: string;
  readonly command: Command;
}

/** Returns the continuations of a sequence in the state behind its box, of the innermost scope first. */
function continuations(state: AppState, registry: Registry, first: string): readonly Continuation[] {
  const scopes = activeScopes(registry, state);
  const found = new Map<string, Command>();
  for (const scope of scopes) {
    for (const command of registry.commands.filter((one) => one.scope === scope)) {
      for (const sequence of command.keys) {
        const [start, key, ...more] = sequence.split(" ");
        if (start === first && key !== undefined && more.length === 0 && !found.has(key))
          found.set(key, command);
      }
    }
  }
  return [...found].map(([key, command]) => ({ key, command }));
}

/** Runs the command of the open sequence and a key. Returns false without such a command. */
export function continueSequence({ store, registry, run }: App, key: string): boolean {
  const open = sequenceKind.find(store.get());
  if (open === null) return false;
  const found = continuations(behindDialog(store.get()), registry, open.first).find((one) => one.key === key);
  if (found === undefined) return false;
  store.dispatch(closeDialog());
  run(found.command.id);
  return true;
}

export const sequenceDialog: Dialog<SequenceBox> = {
  kind: "sequence",
  helpTitle: "Sequence of keys",
  typeAhead: () => null,
  list: (state, open, registry) =>
    viewList(
      open.view,
      continuations(behindDialog(state), registry, open.first).length,
      dialogRows(state),
      (view) => sequenceKind.put({ ...open, view }),
    ),
  box(state, { first, view }, registry) {
    const behind = behindDialog(state);
    const listed = continuations(behind, registry, first).map(({ key, command }) => ({
      ...command,
      keys: [key],
    }));
    const list = commandList(listed, boxColumns);
    return listBox(state, {
      // An ellipsis is no word for a screen reader.
      title: windowSlice.get(state).isLinear ? v`${first}, then` : v`${first} …`,
      rows: listed.map((command) => commandLine(command, behind, registry, list)),
      view,
      note: v`${listed[view.selected]?.disabledReason?.(behind, registry) ?? ""}`,
      width: boxColumns,
      isRight: true,
    });
  },
};

/** Creates the command of the first key of sequences. */
function firstKey(id: string, name: "goTo" | "more", title: string, footerLabel: string): Command {
  return {
    id,
    scope: "list",
    ...act(name),
    title,
    footerLabel,
    run({ store, registry }) {
      const [first = ""] = registry.command(id).keys;
      const state = store.get();
      const listed = continuations(state, registry, first).map(({ command }) => command);
      const selected = firstEnabled(listed, state, registry);
      store.dispatch(sequenceKind.open({ kind: "sequence", first, view: { selected, top: 0 } }));
    },
  };
}

export const sequenceCommands: readonly Command[] = [
  firstKey("sequence.go-to", "goTo", "Go to …", "go to"),
  firstKey("sequence.more", "more", "Show more commands", "more"),
  {
    id: "sequence.run",
    scope: "sequence",
    ...act("open"),
    title: "Run the selected command",
    footerLabel: "run",
    run(app) {
      const open = sequenceKind.find(app.store.get());
      if (open === null) return;
      const { key } =
        continuations(behindDialog(app.store.get()), app.registry, open.first)[open.view.selected] ?? {};
      if (key !== undefined) continueSequence(app, key);
    },
  },
  {
    id: "sequence.close",
    scope: "sequence",
    ...act("back"),
    title: "Close the box",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
