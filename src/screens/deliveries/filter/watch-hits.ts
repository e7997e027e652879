import { lexFilter } from "../../../model/filter-lex.ts";
import type { Filter } from "../../../model/filter.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { textField } from "../../../tui/text-field.ts";
import { hitsOf } from "../../../tui/viewer/hits.ts";
import { queryTyped } from "../../../tui/viewer/moves.ts";
import { detailViewer, tabOf } from "../detail/detail-viewer.ts";
import { isDetailShown, isDetailSplit } from "../layout.ts";
import { deliveriesSlice, detailPanes, setDeliveries, showDetailPane } from "../state.ts";

const nothingShown: { readonly word: string; readonly of: string } = { word: "", of: "" };

/** Word of the filter that the detail searches, and the delivery and filter whose hits were shown. */
export const filterHitsSlice = createSlice("filterHits", nothingShown, {});
const { set: setFilterHits } = filterHitsSlice.actions;

/** Returns the first text that a filter requires, in lower case, which a search takes in any case; empty without any. */
export function wordOf({ text, terms }: Filter): string {
  const term = terms.find(({ match, negated }) => match.kind === "words" && !negated);
  if (term?.match.kind !== "words") return "";
  const [typed] = lexFilter(text.slice(...term.span));
  // A saved filter shows its name only.
  const isWritten = typed !== undefined && typed.key === null && !text.startsWith("@", term.span[0]);
  return (isWritten ? typed.values[0].text.trim() : (term.match.tokens[0] ?? "")).toLowerCase();
}

/**
 * Searches each delivery that the detail shows for the words of the filter: shows a tab that has them, and its first
 * hit. A search that was typed stays. Returns a function that ends the watch.
 */
export function watchHits(store: Store): () => void {
  return store.subscribe(() => {
    const state = store.get();
    const { detail, filter } = deliveriesSlice.get(state);
    const { word: last, of } = filterHitsSlice.get(state);
    if (detail === null || !isDetailShown(state)) return;
    const now = `${detail.seq} ${filter.text}`;
    const word = wordOf(filter);
    if (now === of || (word === "" && last === "")) return;
    store.dispatch(setFilterHits({ word, of: now }));
    const { viewer } = deliveriesSlice.get(state);
    if (viewer.origin !== null || (viewer.query.value !== "" && viewer.query.value !== last)) return;
    store.batch(() => showHits(store, word));
  });
}

function showHits(store: Store, word: string): void {
  const query = textField(word);
  const { viewer, sideViewer, pane } = deliveriesSlice.get(store.get());
  store.dispatch(setDeliveries({ viewer: { ...viewer, query }, sideViewer: { ...sideViewer, query } }));
  if (word === "") return;
  const shown = shownIds(store.get());
  if (!shown.some((id) => hasHits(store.get(), id, word))) {
    // A hit in bytes shows less than the tab that was open.
    const found = detailPanes.some((tab) => {
      if (tab === "raw") return false;
      store.dispatch(showDetailPane(tab));
      return hasHits(store.get(), shown.at(-1) ?? "detail", word);
    });
    if (!found) store.dispatch(showDetailPane(pane));
  }
  for (const id of shown) {
    const found = detailViewer(store.get(), id);
    if (found === null || tabOf(store.get(), id) === "raw") continue;
    store.dispatch(found.put(queryTyped(query)(found.state, found.content, found.size)));
  }
}

function shownIds(state: AppState): readonly string[] {
  return isDetailSplit(state) ? ["request", "side"] : ["detail"];
}

function hasHits(state: AppState, id: string, word: string): boolean {
  const found = detailViewer(state, id);
  return found !== null && hitsOf(found.content, word).lines.length > 0;
}
