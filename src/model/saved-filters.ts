/** Texts of saved filters by name, in order. */
export type SavedFilters = Readonly<Record<string, string>>;

/** Change of the saved filters. Saving under an existing name replaces its text. */
export type SavedFiltersChange =
  | { readonly kind: "save"; readonly name: string; readonly text: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "delete"; readonly name: string };

/** Matches the name of a saved filter, written after `@` in a filter. */
export const savedFilterName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]{0,39}$/u;

/** Returns the text of a saved filter, or null. */
export function savedText(saved: SavedFilters, name: string): string | null {
  return Object.hasOwn(saved, name) ? (saved[name] ?? null) : null;
}

/** Returns the filters after a change; a renamed filter keeps its position. */
export function changedFilters(saved: SavedFilters, change: SavedFiltersChange): SavedFilters {
  switch (change.kind) {
    case "save":
      return { ...saved, [change.name]: change.text };
    case "rename": {
      const others = Object.entries(saved).filter(([name]) => name !== change.to || name === change.from);
      return Object.fromEntries(
        others.map(([name, text]) => [name === change.from ? change.to : name, text]),
      );
    }
    default:
      return Object.fromEntries(Object.entries(saved).filter(([name]) => name !== change.name));
  }
}
