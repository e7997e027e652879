import { truncate } from "./truncate.ts";
import type { Visible } from "./visible.ts";
import { visible } from "./visible.ts";

/** Width of a shortened ID in columns: four before the ellipsis, five after it. */
const shortIdWidth = 10;

/** Shortens an ID in the middle: `6390…de93b`. Returns an ID of up to 10 columns unchanged. */
export function shortenId(id: string): Visible {
  return truncate(visible(id), shortIdWidth, { where: "middle" });
}
