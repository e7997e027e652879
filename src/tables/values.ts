import type { Delivery } from "../model/delivery.ts";
import type { Span } from "../text/line.ts";
import { span } from "../text/line.ts";
import { type Visible, v, visible } from "../text/visible.ts";

/** Returns `repo.content.update`, or a dash if the payload has no event. */
export function eventText({ event }: Pick<Delivery, "event">): string {
  return event === null ? "-" : `${event.scope}.${event.action}`;
}

/** Returns `dataset:me/corpus`, or a dash if the payload has no repo. */
export function repoText({ repo }: Pick<Delivery, "repo">): string {
  return repo === null ? "-" : `${repo.type}:${repo.name}`;
}

/** Formats a time to the second, as `--since` accepts it; a dash for none. */
export function printTime(at: string | null): Visible {
  return visible(at === null ? "-" : at.replace(/\.\d+Z$/, "Z"));
}

/** Formats a value; a dash for none. */
export function orDash(value: string | number | null): Span {
  return span(v`${value ?? "-"}`);
}
