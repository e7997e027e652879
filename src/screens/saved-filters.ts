import { changedFilters, type SavedFilters, type SavedFiltersChange } from "../model/saved-filters.ts";
import { createSlice } from "../tui/state/slice.ts";

const noFilters: { readonly filters: SavedFilters } = { filters: {} };

/** Saved filters of deliveries, as the config file has them. */
export const savedFiltersSlice = createSlice("savedFilters", noFilters, {
  savedFiltersChanged: ({ filters }, change: SavedFiltersChange) => ({
    filters: changedFilters(filters, change),
  }),
});
export const { set: setSavedFilters, savedFiltersChanged } = savedFiltersSlice.actions;
