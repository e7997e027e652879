import { parseFilter } from "../../model/filter-parse.ts";
import type { Filter } from "../../model/filter.ts";
import { readCount } from "../number-argument.ts";

/** The options that choose deliveries, as typed. */
export interface SelectionOptions {
  readonly where?: string;
  readonly limit?: string;
  readonly since?: string;
  readonly until?: string;
}

/** Which deliveries, and at most how many. */
export interface Selection {
  readonly filter: Filter;
  /** Null: all of them. */
  readonly limit: number | null;
}

/**
 * `--since` and `--until` are terms of the filter language, so they are read by its parser.
 * @throws {UsageError} with the place in the filter
 */
export function readSelection(options: SelectionOptions): Selection {
  return {
    filter: parseFilter(filterText(options), Date.now()),
    limit: options.limit === undefined ? null : readCount(options.limit, "--limit"),
  };
}

function filterText({ where, since, until }: SelectionOptions): string {
  // The typed filter comes first, so that a place in an error is a place in it.
  return [
    where,
    since === undefined ? undefined : `since:${since}`,
    until === undefined ? undefined : `until:${until}`,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}
