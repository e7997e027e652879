import type { DatabaseSync } from "node:sqlite";
import { failedOutcomes } from "../../../../model/delivery.ts";
import {
  type Comparison,
  type Filter,
  type FilterMatch,
  type FilterState,
  compareNumber,
  isOutcomeState,
} from "../../../../model/filter.ts";
import { globToPredicate } from "../../../../model/glob.ts";
import { blockOf, blockSize, summarized } from "./summarize.ts";

/** Range of seqs, both ends included. */
export interface SeqRange {
  readonly low: number;
  readonly high: number;
}

/** Summary of a block, without its values. */
export interface BlockSummary extends SeqRange {
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly extremes: Readonly<Record<"duration_ms" | "bytes", readonly [least: number, most: number] | null>>;
}

/** Parts of a log: blocks with a summary that may have a match, and the gaps between all summarized blocks. */
export interface LogParts {
  readonly blocks: readonly BlockSummary[];
  readonly gaps: readonly SeqRange[];
}

/** Values of a term: a field, and a test of its names. */
interface NameTest {
  readonly field: string;
  readonly isWanted: (name: string) => boolean;
}

/** Maximum number of names of a term that are looked up; a term with more has matches in most blocks. */
const maxNames = 256;

/**
 * Returns the parts of a log that can have matches of a filter. Words, negated terms and jobs are not
 * considered.
 */
export function partsFor(db: DatabaseSync, filter: Filter): LogParts {
  const all = db
    .prepare("SELECT * FROM blocks ORDER BY block")
    .all()
    .map((row): BlockSummary => {
      const low = Number(row["block"]) * blockSize;
      const { fastest, slowest } = row;
      return {
        low,
        high: low + blockSize - 1,
        firstAtMs: Number(row["first_at"]),
        lastAtMs: Number(row["last_at"]),
        extremes: {
          duration_ms: typeof fastest === "number" && typeof slowest === "number" ? [fastest, slowest] : null,
          bytes: [Number(row["smallest"]), Number(row["largest"])],
        },
      };
    });
  const tests = filter.terms
    .filter(({ negated }) => !negated)
    .map(({ match }) => blockTest(db, match))
    .filter((test) => test !== null);
  return { blocks: all.filter((block) => tests.every((test) => test(block))), gaps: gapsBetween(all) };
}

/** Returns the ranges of the parts, ascending and merged. */
export function rangesOf({ blocks, gaps }: LogParts): readonly SeqRange[] {
  const ranges: SeqRange[] = [];
  for (const { low, high } of [...blocks, ...gaps].toSorted((a, b) => a.low - b.low)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.high + 1 === low) ranges[ranges.length - 1] = { low: last.low, high };
    else ranges.push({ low, high });
  }
  return ranges;
}

function gapsBetween(blocks: readonly SeqRange[]): readonly SeqRange[] {
  const starts = [0, ...blocks.map(({ high }) => high + 1)];
  const ends = [...blocks.map(({ low }) => low - 1), Number.MAX_SAFE_INTEGER];
  return starts.flatMap((low, index) => {
    const high = ends[index] ?? low;
    return low <= high ? [{ low, high }] : [];
  });
}

/** Returns the test of blocks for a match; null if it excludes none. */
function blockTest(db: DatabaseSync, match: FilterMatch): ((block: BlockSummary) => boolean) | null {
  switch (match.kind) {
    case "words":
      return null;
    case "took":
      return ({ extremes: { duration_ms: extremes } }) =>
        extremes !== null && match.anyOf.some((ranges) => meets(ranges, extremes));
    case "seq":
      return ({ low, high }) => match.anyOf.some((ranges) => meets(ranges, [low, high]));
    case "since":
      return ({ lastAtMs }) => lastAtMs >= match.atMs;
    case "until":
      return ({ firstAtMs }) => firstAtMs < match.atMs;
    default: {
      const tests = nameTests(match);
      const blocks = tests === null ? null : blocksWith(db, tests);
      return blocks === null ? null : ({ low }) => blocks.has(blockOf(low));
    }
  }
}

function nameTests(
  match: Exclude<FilterMatch, { readonly kind: "words" | "took" | "seq" | "since" | "until" }>,
): readonly NameTest[] | null {
  switch (match.kind) {
    case "status":
      return match.anyOf.map((ranges) => ({ field: "status", isWanted: (name) => isIn(ranges, name) }));
    case "repo":
      return match.anyOf.map(({ name }) => ({ field: "repo", isWanted: globToPredicate(name) }));
    case "is": {
      const tests = match.anyOf.map(stateTests);
      return tests.some((each) => each === null) ? null : tests.flatMap((each) => each ?? []);
    }
    default:
      if (!summarized.some(([field]) => field === match.kind)) return null;
      return match.anyOf.map((glob) => ({ field: match.kind, isWanted: globToPredicate(glob) }));
  }
}

/** Returns true if a number between two extremes can match all comparisons. */
function meets(ranges: readonly Comparison[], [least, most]: readonly [number, number]): boolean {
  return ranges.every((comparison) => {
    if (comparison.op === "=") return least <= comparison.value && comparison.value <= most;
    return compareNumber(comparison.op.startsWith(">") ? most : least, comparison);
  });
}

function isIn(ranges: readonly Comparison[], name: string): boolean {
  return ranges.every((comparison) => compareNumber(Number(name), comparison));
}

/** Outcomes of the tries without a success of an event. */
const unsettled = ["failed", "interrupted", "pending"];

/** Returns the tests of a state; null for one that depends on jobs, bookmarks or later tries. */
function stateTests(state: FilterState): readonly NameTest[] | null {
  if (isOutcomeState(state)) return [{ field: "outcome", isWanted: (name) => name === state }];
  switch (state) {
    case "open":
    case "recovered":
      return [{ field: "outcome", isWanted: (name) => unsettled.some((outcome) => outcome === name) }];
    case "twice":
      return [{ field: "outcome", isWanted: (name) => name === "handled" }];
    case "failed":
      return [
        { field: "outcome", isWanted: (name) => failedOutcomes.some((outcome) => outcome === name) },
        { field: "status", isWanted: (name) => Number(name) >= 400 },
      ];
    case "waiting":
    case "dead":
    case "bookmarked":
    case "latest":
      return null;
    case "edited":
      return [{ field: "flag", isWanted: (name) => name === "replay" }];
    default:
      return [{ field: "flag", isWanted: (name) => name === state }];
  }
}

/** Returns the summarized blocks with a wanted value; null if there may be too many. */
function blocksWith(db: DatabaseSync, tests: readonly NameTest[]): ReadonlySet<number> | null {
  const names = db.prepare("SELECT id, name FROM block_names WHERE field = ?");
  const ids = new Set<number>();
  for (const { field, isWanted } of tests) {
    for (const { id, name } of names.all(field)) if (isWanted(String(name))) ids.add(Number(id));
  }
  if (ids.size > maxNames) return null;
  const blocks = db
    .prepare("SELECT block FROM block_values WHERE name_id IN (SELECT value FROM json_each(?))")
    .all(JSON.stringify([...ids]));
  return new Set(blocks.map(({ block }) => Number(block)));
}
