import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { Filter } from "../../../model/filter.ts";
import type { Store } from "../../../tui/state/store.ts";
import { filterKept } from "../../filter-history.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { deliveriesSlice, filterRefused, filterTyped, setDeliveries } from "../state/deliveries.ts";
import { withoutHalfKey } from "./complete-filter.ts";

/** Time without a key after which a typed filter is applied, in milliseconds. */
const typingMs = 100;

/**
 * Watches the filter line and calls `apply` with each valid filter at the end of typing; an invalid text sets its
 * error. An incomplete key waits until it ends, or the suggestions are closed. Returns a function that ends the
 * watch.
 */
export function watchTypedFilter(store: Store, apply: (filter: Filter) => void): () => void {
  let known = typedText(store);
  let keptField = deliveriesSlice.get(store.get()).field;
  let wasEditing = false;
  let typing: NodeJS.Timeout | undefined;

  const unsubscribe = store.subscribe(() => {
    const { field, editingFilter } = deliveriesSlice.get(store.get());
    const typed = typedText(store);
    if (typed !== known) {
      known = typed;
      clearTimeout(typing);
      typing = setTimeout(applyTyped, typingMs);
    }
    if (!editingFilter && typing !== undefined) applyTyped();
    const isApplied = !editingFilter && (wasEditing || field !== keptField);
    wasEditing = editingFilter;
    if (isApplied) keep();
  });

  /** Adds the applied filter to the history, unless it is empty or has an error. */
  function keep(): void {
    const { field, filterError } = deliveriesSlice.get(store.get());
    keptField = field;
    const text = field.value.trim();
    if (text !== "" && filterError === null) store.dispatch(filterKept(text));
  }

  function applyTyped(): void {
    clearTimeout(typing);
    typing = undefined;
    const { filter, filterError } = deliveriesSlice.get(store.get());
    if (known.trim() === filter.text) {
      if (filterError !== null) store.dispatch(setDeliveries({ filterError: null }));
      return;
    }
    const parsed = parseTyped(store, known);
    if (parsed !== null) apply(parsed);
  }

  return () => {
    clearTimeout(typing);
    unsubscribe();
  };
}

/** Ends the typing of a valid filter; an invalid one stays in the line with its error. */
export function finishTyping(store: Store): void {
  const { field } = deliveriesSlice.get(store.get());
  if (parseTyped(store, field.value) !== null) store.dispatch(filterTyped());
  else store.dispatch(setDeliveries({ suggestions: null }));
}

/** Returns the text of the line that is applied. */
function typedText(store: Store): string {
  const { field, editingFilter, suggestions } = deliveriesSlice.get(store.get());
  return editingFilter && suggestions !== null ? withoutHalfKey(field.value, field.caret) : field.value;
}

/** Parses a text; an invalid one sets its error and returns null. */
function parseTyped(store: Store, text: string): Filter | null {
  try {
    return parseFilter(text, store.nowMs(), savedFiltersSlice.get(store.get()).filters);
  } catch (error) {
    if (!isHooklensError(error) || !("span" in error)) throw error;
    const span = error.span as readonly [number, number];
    store.dispatch(filterRefused({ message: error.message, span }));
    return null;
  }
}
