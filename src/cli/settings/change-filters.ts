import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type * as Yaml from "yaml";
import { ownerOnly, placeFile } from "../../files/place-file.ts";
import { errorText } from "../../model/errors.ts";
import type { SavedFiltersChange } from "../../model/saved-filters.ts";
import { ConfigFileError } from "../errors.ts";
import { parseConfig } from "./config-file.ts";

/** Place of the saved filters in the config file. */
export interface FiltersPlace {
  /** Path of the file, which may not exist yet. */
  readonly path: string;
  /** Name of the profile that has its own filters; null for the filters at the top. */
  readonly profile: string | null;
}

/**
 * Changes the saved filters in the config file and keeps the rest of it, with its comments. A link stays a link.
 * @throws {ConfigFileError} the file is not valid, or cannot be written
 */
export async function changeFilters(
  { path, profile }: FiltersPlace,
  change: SavedFiltersChange,
): Promise<void> {
  const yaml = await import("yaml");
  const exists = existsSync(path);
  const text = exists ? readFileSync(path, "utf8") : "";
  parseConfig(text, path);
  const config = yaml.parseDocument(text);
  applyChange(yaml, config, profile === null ? ["filters"] : ["profiles", profile, "filters"], change);
  const changed = config.toString({ lineWidth: 0 });
  parseConfig(changed, path);
  try {
    if (!exists) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const target = exists ? realpathSync(path) : path;
    const mode = exists ? statSync(target).mode % 0o1000 : ownerOnly.mode;
    placeFile(target, changed, { ...ownerOnly, mode });
  } catch (cause) {
    throw new ConfigFileError({
      what: `the config file ${path} cannot be written`,
      why: errorText(cause),
      hint: "Make it writable; the filter applies until the app ends",
      cause,
    });
  }
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
