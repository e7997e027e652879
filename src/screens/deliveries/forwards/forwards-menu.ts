import { type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import {
  commandLine,
  commandList,
  dialogRows,
  listBox,
  listBoxColumns,
} from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import type { Command } from "../../../tui/records/command.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { sessionSlice } from "../../connection-state.ts";
import { forwardLines } from "../../forward-lines.ts";
import { deliveriesSlice, selectedDelivery } from "../state/deliveries.ts";
import { markedCount, hasMarks } from "../state/marks.ts";

/** Deliveries of an action on forwards: marked or selected ones, or all matches of the filter. */
export type Extent = "chosen" | "matching";

/** State of the menu of forwards. */
export interface ForwardsMenu {
  readonly kind: "forwards";
  readonly view: ListView;
  /** Number of waiting deliveries by extent; null until counted. */
  readonly waiting: Readonly<Record<Extent, number | null>>;
}

export const forwardsKind = dialogKind<ForwardsMenu>("forwards");

export const forwardsMenu: ForwardsMenu = {
  kind: "forwards",
  view: { selected: 0, top: 0 },
  waiting: { chosen: null, matching: null },
};

/** Returns the commands of the menu. */
function listedCommands(registry: Registry): readonly Command[] {
  return registry.commands.filter(
    ({ id, scope }) => scope === "forwards" && id !== "forwards.run" && id !== "forwards.close",
  );
}

/** Returns the selected command of the menu. */
export function selectedCommand(registry: Registry, { view }: ForwardsMenu): Command | undefined {
  return listedCommands(registry)[view.selected];
}

/** Names the deliveries of an extent: `#12`, `3 marked`, `all that match the filter`, `the whole log`. */
export function extentText(state: AppState, extent: Extent): Visible {
  if (extent === "matching") {
    const isAll = deliveriesSlice.get(state).filter.terms.length === 0;
    return isAll ? v`the whole log` : v`all that match the filter`;
  }
  if (hasMarks(state)) {
    const marked = markedCount(state);
    return marked === null ? v`all marked` : v`${count(marked)} marked`;
  }
  const selected = selectedDelivery(state);
  return selected === null ? v`none selected` : v`#${selected.seq}`;
}

function details(state: AppState, id: string, { waiting }: ForwardsMenu): Visible {
  const extent = extents[id];
  if (extent === undefined) return v``;
  const known = waiting[extent];
  // The command is disabled, and says why.
  if (known === 0) return v``;
  return v`${extentText(state, extent)}${known === null ? v`` : v`, ${count(known)} waiting`}`;
}

/** Shows the reason for a disabled command, and its subject. */
function noteOf(state: AppState, registry: Registry, menu: ForwardsMenu): Visible {
  const command = selectedCommand(registry, menu);
  if (command === undefined) return v``;
  const notes = [command.disabledReason?.(state, registry) ?? "", details(state, command.id, menu)];
  return v`${notes.filter((text) => text !== "").join(" · ")}`;
}

const extents: Readonly<Record<string, Extent>> = {
  "forwards.retry": "chosen",
  "forwards.drop": "chosen",
  "forwards.retry-matching": "matching",
  "forwards.drop-matching": "matching",
};

export const forwardsDialog: Dialog<ForwardsMenu> = {
  kind: "forwards",
  helpTitle: "Forwards menu",
  typeAhead: (_state, menu, registry) => ({
    texts: listedCommands(registry).map(({ title }) => title),
    select: (selected) => forwardsKind.put({ ...menu, view: { ...menu.view, selected } }),
  }),
  showsDisabledReason: true,
  list: (state, menu, registry) =>
    viewList(menu.view, listedCommands(registry).length, dialogRows(state), (view) =>
      forwardsKind.put({ ...menu, view }),
    ),
  box(state, menu, registry) {
    const width = listBoxColumns(state);
    const commands = listedCommands(registry);
    const list = commandList(commands, width);
    const { receiver } = sessionSlice.get(state);
    const { nowMs } = windowSlice.get(state);
    const rows = commands.map((command): Line => {
      const row = commandLine(command, state, registry, list);
      const detail = details(state, command.id, menu);
      return detail === "" ? row : line(...row.spans, span(v` · ${detail}`, "muted"));
    });
    return listBox(state, {
      title: v`Forwards`,
      head: forwardLines(receiver, nowMs).flatMap((one) => wrapProse(one, width, 2)),
      rows,
      view: menu.view,
      note: noteOf(state, registry, menu),
    });
  },
};
