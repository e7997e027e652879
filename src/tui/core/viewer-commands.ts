import { focusedViewer } from "../focus.ts";
import { moveViewer } from "../move-focused.ts";
import { act, actInField, type Keyed } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import { inField, inScreen, type Scope } from "../scope.ts";
import type { AppState } from "../state/slice.ts";
import { hitsOf } from "../viewer/hits.ts";
import {
  foldToggled,
  hitMoved,
  isFoldable,
  leftward,
  type Move,
  rightward,
  searchCleared,
  searchDone,
  searchOpened,
  settled,
  shifted,
  wrapToggled,
} from "../viewer/moves.ts";
import { targetAt } from "../viewer/pane-viewer.ts";

function moveCommand(
  scope: string,
  id: string,
  keyed: Keyed,
  title: string,
  move: Move,
  more: Pick<Command, "footerLabel" | "disabledReason"> = {},
): Command {
  return { id, scope, ...keyed, title, ...more, run: (context) => void moveViewer(context, move) };
}

function needsHits(state: AppState, registry: Registry): string | null {
  const viewer = focusedViewer(registry, state);
  if (viewer === null) return null;
  const query = viewer.state.query.value;
  if (query === "") return "no search is active";
  return hitsOf(viewer.content, query).lines.length === 0 ? "the text has no hits" : null;
}

const needsUnwrapped = (state: AppState, registry: Registry) =>
  focusedViewer(registry, state)?.state.wrap === true ? "long lines are wrapped" : null;

function needsContainer(state: AppState, registry: Registry): string | null {
  const viewer = focusedViewer(registry, state);
  if (viewer === null) return null;
  const { content, size } = viewer;
  const at = settled(viewer.state, content, size);
  if (isFoldable(at, content)) return null;
  return content.json === null ? "no section has this line" : "this value is neither an object nor an array";
}

/** Scopes of the viewer's keys. Those of a search and of JSON come first, those of the screen last. */
export const viewerScopeList: readonly Scope[] = [
  { scope: "viewer", title: "Text and JSON", outer: inScreen },
  { scope: "viewer-json", title: "Folds", outer: ["viewer", ...inScreen] },
  { scope: "viewer-link", title: "Linked line", outer: ["viewer", ...inScreen] },
  { scope: "viewer-hits", title: "Search hits", outer: ["viewer", ...inScreen] },
  { scope: "viewer-field", title: "Search in a text", outer: inField, hasField: true },
];

/** Commands of the pane that shows a long text or JSON. */
export const viewerCommands: readonly Command[] = [
  moveCommand("viewer-hits", "viewer.clear-search", act("back"), "Clear the search", searchCleared, {
    footerLabel: "clear search",
  }),
  {
    id: "viewer.follow-link",
    scope: "viewer-link",
    ...act("open"),
    title: "Go to the line's target",
    footerLabel: "go there",
    run({ store, registry, run }) {
      const viewer = focusedViewer(registry, store.get());
      const target = viewer === null ? null : targetAt(viewer);
      if (target !== null) run(target.command, target.argument);
    },
  },
  moveCommand("viewer-json", "viewer.fold", act("open"), "Fold or unfold the value", foldToggled, {
    footerLabel: "fold",
    disabledReason: needsContainer,
  }),
  moveCommand("viewer-json", "viewer.outward", act("left"), "Fold, or go outward", leftward),
  moveCommand("viewer-json", "viewer.inward", act("right"), "Unfold, or go inward", rightward),
  moveCommand("viewer", "viewer.search", act("filter"), "Search in the text", searchOpened, {
    footerLabel: "search",
  }),
  moveCommand("viewer-hits", "viewer.next-hit", act("next"), "Go to the next hit", hitMoved(1), {
    footerLabel: "next hit",
    disabledReason: needsHits,
  }),
  moveCommand("viewer-hits", "viewer.previous-hit", act("previous"), "Go to the previous hit", hitMoved(-1), {
    disabledReason: needsHits,
  }),
  moveCommand("viewer", "viewer.wrap", act("moreWrap"), "Toggle line wrap", wrapToggled, {
    footerLabel: "wrap",
  }),
  moveCommand("viewer", "viewer.left", act("left"), "Scroll to the left", shifted(-1), {
    disabledReason: needsUnwrapped,
  }),
  moveCommand("viewer", "viewer.right", act("right"), "Scroll to the right", shifted(1), {
    disabledReason: needsUnwrapped,
  }),
  moveCommand(
    "viewer-field",
    "viewer.search-done",
    actInField("open", "down"),
    "Go to the hits",
    searchDone,
    {
      footerLabel: "done",
    },
  ),
  moveCommand("viewer-field", "viewer.search-cancel", act("back"), "Cancel the search", searchCleared, {
    footerLabel: "cancel",
  }),
];
