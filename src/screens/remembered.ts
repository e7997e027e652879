import { readTextWithin } from "../files/read-file.ts";
import type { ColumnsState } from "../tui/state/columns.ts";
import type { LayoutState } from "../tui/state/layout.ts";
import type { Sort, SortsState } from "../tui/state/sorts.ts";
import type { FilterHistory } from "./filter-history.ts";
import type { FolderState } from "./policies/list/state.ts";

/** Name of the file in the data directory. */
export const fileName = "interface.json";

/** Contents of the file that keeps the choices of the user. */
export interface Remembered {
  readonly splits: LayoutState["splits"];
  readonly sorts: SortsState["lists"];
  readonly columns: ColumnsState["lists"];
  readonly filters: FilterHistory["texts"];
  /** True if the list of the webhooks is grouped by host. */
  readonly isGrouped: boolean;
  readonly baselines: FolderState["baselines"];
}

export const nothingRemembered: Remembered = {
  splits: {},
  sorts: {},
  columns: {},
  filters: [],
  isGrouped: false,
  baselines: {},
};

/** Returns the contents of the file; those of no file if there is none, null if it is damaged. */
export function readRemembered(path: string): Remembered | null {
  let text: string;
  try {
    text = readTextWithin(path);
  } catch {
    return nothingRemembered;
  }
  return parseContents(text);
}

/** Returns the contents in the text of the file; null if it is damaged. */
function parseContents(text: string): Remembered | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const splits = recordOf(value["splits"], isShare);
  // Earlier versions wrote fewer of them.
  const sorts = recordOf(value["sorts"] ?? {}, isSort);
  const columns = recordOf(value["columns"] ?? {}, isTexts);
  const filters = value["filters"] ?? [];
  const baselines = recordOf(value["baselines"] ?? {}, isText);
  if (splits === null || sorts === null || columns === null || baselines === null || !isTexts(filters))
    return null;
  return { splits, sorts, columns, filters, isGrouped: value["isGrouped"] === true, baselines };
}

/** Returns an object whose values have a type; null if a value has not. */
function recordOf<T>(value: unknown, isOne: (one: unknown) => one is T): Readonly<Record<string, T>> | null {
  if (!isObject(value)) return null;
  const all = Object.entries(value).flatMap(([name, one]) => (isOne(one) ? [[name, one] as const] : []));
  return all.length === Object.keys(value).length ? Object.fromEntries(all) : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isShare(share: unknown): share is number {
  return typeof share === "number" && share > 0 && share < 1;
}

function isSort(sort: unknown): sort is Sort {
  return isObject(sort) && typeof sort["column"] === "string" && typeof sort["descending"] === "boolean";
}
