import { isJsonObject, isText, readJsonFile, recordOf } from "../files/json-file.ts";
import type { ColumnsState } from "../tui/state/columns.ts";
import type { LayoutState } from "../tui/state/layout.ts";
import type { Sort, SortsState } from "../tui/state/sorts.ts";
import type { FilterHistory } from "./filter-history.ts";
import type { FolderState } from "./policies/state/list.ts";

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
  /** True if the list of deliveries has one row per event. */
  readonly isFolded: boolean;
  readonly baselines: FolderState["baselines"];
}

export const nothingRemembered: Remembered = {
  splits: {},
  sorts: {},
  columns: {},
  filters: [],
  isGrouped: false,
  isFolded: true,
  baselines: {},
};

/** Returns the contents of the file; defaults without a file, null if it is damaged. */
export function readRemembered(path: string): Remembered | null {
  try {
    const contents = readJsonFile(path, parseContents);
    return contents === undefined ? nothingRemembered : contents;
  } catch {
    return nothingRemembered;
  }
}

function parseContents(json: unknown): Remembered | null {
  if (!isJsonObject(json)) return null;
  const splits = recordOf(json["splits"], isShare);
  // Earlier versions wrote fewer of them.
  const sorts = recordOf(json["sorts"] ?? {}, isSort);
  const columns = recordOf(json["columns"] ?? {}, isTexts);
  const filters = json["filters"] ?? [];
  const baselines = recordOf(json["baselines"] ?? {}, isText);
  if (splits === null || sorts === null || columns === null || baselines === null || !isTexts(filters))
    return null;
  const isGrouped = json["isGrouped"] === true;
  return { splits, sorts, columns, filters, isGrouped, isFolded: json["isFolded"] !== false, baselines };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isShare(share: unknown): share is number {
  return typeof share === "number" && share > 0 && share < 1;
}

function isSort(sort: unknown): sort is Sort {
  return isJsonObject(sort) && isText(sort["column"]) && typeof sort["descending"] === "boolean";
}
