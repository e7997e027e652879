import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { Filter } from "../../../model/filter.ts";
import type { Store } from "../../../tui/state/store.ts";
import { filterKept } from "../../filter-history.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { deliveriesSlice, setDeliveries } from "../state.ts";

/** Time without a key after which a typed filter is applied, in milliseconds. */
const typingMs = 100;

/**
 * Watches the filter line and calls `apply` with each valid filter, at the end of typing; an invalid text
 * sets its error. Returns a function that ends the watch.
 */
export function watchTypedFilter(store: Store, apply: (filter: Filter) => void): () => void {
  let knownField = deliveriesSlice.get(store.get()).field;
  let keptField = knownField;
  let wasEditing = false;
  let typing: NodeJS.Timeout | undefined;

  const unsubscribe = store.subscribe(() => {
    const { field, editingFilter } = deliveriesSlice.get(store.get());
    if (field !== knownField) {
      knownField = field;
      clearTimeout(typing);
      typing = setTimeout(applyTyped, typingMs);
    }
    if (!editingFilter && typing !== undefined) applyTyped();
    const isApplied = !editingFilter && (wasEditing || field !== keptField);
    wasEditing = editingFilter;
    if (isApplied) keep();
  });

  /** Adds the applied filter to the history, unless it found an error or is empty. */
  function keep(): void {
    const { field, filterError } = deliveriesSlice.get(store.get());
    keptField = field;
    const text = field.value.trim();
    if (text !== "" && filterError === null) store.dispatch(filterKept(text));
  }

  function applyTyped(): void {
    clearTimeout(typing);
    typing = undefined;
    applyText(knownField.value);
  }

  function applyText(text: string): void {
    const { filter, filterError } = deliveriesSlice.get(store.get());
    if (text.trim() === filter.text) {
      if (filterError !== null) store.dispatch(setDeliveries({ filterError: null }));
      return;
    }
    try {
      apply(parseFilter(text, store.nowMs(), savedFiltersSlice.get(store.get()).filters));
    } catch (error) {
      if (!isHooklensError(error) || !("span" in error)) throw error;
      const span = error.span as readonly [number, number];
      store.dispatch(setDeliveries({ filterError: { message: error.message, span } }));
    }
  }

  return () => {
    clearTimeout(typing);
    unsubscribe();
  };
}
