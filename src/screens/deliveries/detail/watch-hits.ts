import { lexFilter } from "../../../model/filter-lex.ts";
import { type SavedFilters, savedText } from "../../../model/saved-filters.ts";
import { tokenize } from "../../../model/search-tokens.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { textField } from "../../../tui/text-field.ts";
import { hitsOf } from "../../../tui/viewer/hits.ts";
import { queryTyped } from "../../../tui/viewer/moves.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { isDetailShown, isDetailSplit } from "../layout.ts";
import { deliveriesSlice, detailPanes, setDeliveries, showDetailPane } from "../state/deliveries.ts";
import { detailViewer, tabOf } from "./detail-viewer.ts";

interface FilterHits {
  /** Word of the filter that the detail searches. */
  readonly word: string;
  /** Delivery and filter whose hits were shown. */
  readonly of: string;
  readonly isSplit: boolean;
}

const nothingShown: FilterHits = { word: "", of: "", isSplit: false };

/** Hits of the filter that the detail showed last. */
export const filterHitsSlice = createSlice("filterHits", nothingShown, {});
const { set: setFilterHits } = filterHitsSlice.actions;

/** Number of a delivery, the short form of `seq:`. */
const seqPattern = /^#\d+$/;

/**
 * Returns the first required text of a valid filter, including saved filters, in lower case to search in any case.
 * Empty without one.
 */
export function wordOf(filter: string, saved: SavedFilters): string {
  for (const { key, negated, span, values } of lexFilter(filter)) {
    const [{ text }] = values;
    if (key !== null || negated || seqPattern.test(text)) continue;
    const nested = filter.startsWith("@", span[0]) ? savedText(saved, text.slice(1)) : null;
    // A filter changed meanwhile may contain itself.
    const word = nested === null ? text.trim() : wordOf(nested, { ...saved, [text.slice(1)]: "" });
    if (tokenize(word).length > 0) return word.toLowerCase();
  }
  return "";
}

/**
 * Searches each shown delivery for the words of the filter, and shows a tab with its first hit. Keeps a typed search;
 * a cleared search stays cleared for this delivery and filter. Returns a function that ends the watch.
 */
export function watchHits(store: Store): () => void {
  return store.subscribe(() => {
    const state = store.get();
    const { detail, filter } = deliveriesSlice.get(state);
    const last = filterHitsSlice.get(state);
    if (detail === null || !isDetailShown(state)) return;
    const of = `${detail.seq} ${filter.text}`;
    // Two panes have other lines than one: a hit is elsewhere.
    const isSplit = isDetailSplit(state);
    const word = wordOf(filter.text, savedFiltersSlice.get(state).filters);
    if ((of === last.of && isSplit === last.isSplit) || (word === "" && last.word === "")) return;
    store.dispatch(setFilterHits({ word, of, isSplit }));
    const { viewer } = deliveriesSlice.get(state);
    const isReplaced = viewer.query.value === last.word || (viewer.query.value === "" && of !== last.of);
    if (viewer.origin === null && isReplaced) store.batch(() => showHits(store, word));
  });
}

function showHits(store: Store, word: string): void {
  const query = textField(word);
  const { viewer, sideViewer, pane, sidePane } = deliveriesSlice.get(store.get());
  store.dispatch(setDeliveries({ viewer: { ...viewer, query }, sideViewer: { ...sideViewer, query } }));
  if (word === "") return;
  const shown = shownIds(store.get());
  if (!shown.some((id) => hasHits(store.get(), id, word))) {
    // A hit in bytes tells less than the open tab.
    const found = detailPanes.some((tab) => {
      if (tab === "raw") return false;
      store.dispatch(showDetailPane(tab));
      return hasHits(store.get(), shown.at(-1) ?? "detail", word);
    });
    if (!found) store.dispatch(setDeliveries({ pane, sidePane }));
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
