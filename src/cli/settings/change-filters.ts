import type * as Yaml from "yaml";
import type { SavedFiltersChange } from "../../model/saved-filters.ts";
import { changeConfig } from "./change-config.ts";

/** Place of the saved filters in the config file. */
export interface FiltersPlace {
  /** Path of the file; it may not exist yet. */
  readonly path: string;
  /** Name of the profile that has its own filters; null for the filters at the top. */
  readonly profile: string | null;
}

/**
 * Changes the saved filters in the config file and keeps the rest with its comments. A link stays a link.
 * @throws {ConfigFileError} the file is not valid, or cannot be written
 */
export async function changeFilters(
  { path, profile }: FiltersPlace,
  change: SavedFiltersChange,
): Promise<void> {
  const place = profile === null ? ["filters"] : ["profiles", profile, "filters"];
  const changed = await changeConfig(
    path,
    (document, yaml) => applyChange(yaml, document, place, change),
    "Make it writable; the filter applies until the app ends",
  );
  changed.write();
}

function applyChange(
  { isMap, isScalar }: typeof Yaml,
  config: Yaml.Document,
  place: readonly string[],
  change: SavedFiltersChange,
): void {
  if (change.kind === "save") {
    config.setIn([...place, change.name], change.text);
    return;
  }
  const filters = config.getIn(place, true);
  if (!isMap(filters)) return;
  if (change.kind === "delete") {
    filters.delete(change.name);
    if (filters.items.length === 0) config.deleteIn(place);
    return;
  }
  const { from, to } = change;
  const renamed = filters.items.find(({ key }) => isScalar(key) && String(key.value) === from);
  if (renamed === undefined || from === to) return;
  filters.delete(to);
  if (isScalar(renamed.key)) renamed.key.value = to;
}
