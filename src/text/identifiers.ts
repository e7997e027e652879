import { truncate } from "./truncate.ts";
import type { Visible } from "./visible.ts";
import { visible } from "./visible.ts";

/** Columns of a shortened id: four before the ellipsis, five behind it. */
const shortIdWidth = 10;

/** An id shortened in the middle, never at the end that tells it apart: `6390…de93b`. A short one stays as it is. */
export function shortenId(id: string): Visible {
  return truncate(visible(id), shortIdWidth, { where: "middle" });
}
