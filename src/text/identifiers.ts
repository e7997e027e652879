import { truncate } from "./truncate.ts";
import type { Visible } from "./visible.ts";
import { visible } from "./visible.ts";

/** Columns of a shortened id: four before the ellipsis, five after it. */
const shortIdWidth = 10;

/** Shortens an id in the middle: `6390…de93b`. Short ids stay as they are. */
export function shortenId(id: string): Visible {
  return truncate(visible(id), shortIdWidth, { where: "middle" });
}
