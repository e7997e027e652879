/** Texts of saved filters by name, in order. */
export type SavedFilters = Readonly<Record<string, string>>;
