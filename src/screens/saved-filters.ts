import type { SavedFilters } from "../model/saved-filters.ts";
import { createSlice } from "../tui/state/slice.ts";

const noFilters: { readonly filters: SavedFilters } = { filters: {} };

/** Saved filters of deliveries, as the config file has them. */
export const savedFiltersSlice = createSlice("savedFilters", noFilters, {});
export const { set: setSavedFilters } = savedFiltersSlice.actions;
