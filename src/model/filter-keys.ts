import { nearest } from "../text/nearest.ts";
import { numberKeys, type NumberKey } from "./filter-numbers.ts";
import { globKeys } from "./filter.ts";

/** Keys of filter terms. */
export const filterKeys = [...numberKeys, "repo", "is", "since", "until", ...globKeys] as const;
export type FilterKey = (typeof filterKeys)[number];

/** Returns the key with this name, ignoring case, or the closest key; null if none is close. */
export function nearestKey(text: string): FilterKey | null {
  const near = nearest(text, filterKeys);
  return filterKeys.find((key) => key === near) ?? null;
}

export function isNumberKey(key: FilterKey): key is NumberKey {
  return numberKeys.some((one) => one === key);
}
