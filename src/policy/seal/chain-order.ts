import { type ReceiptFinding, receiptFinding, shortHash } from "./receipt-finding.ts";
import type { ReceiptEntry } from "./receipt-lines.ts";

/**
 * Receipt with its recomputed ID. Links follow the recomputed ID, so an altered ID does not break the chain.
 */
export interface ChainEntry extends ReceiptEntry {
  readonly rightId: string;
  /**
   * True if `prev` was altered: the stated ID is correct with the preceding receipt of the file as `prev`.
   */
  readonly prevAltered: boolean;
}

interface Link {
  readonly entry: ChainEntry;
  /** Receipts that follow this one, in file order. */
  readonly next: Link[];
}

/**
 * Sequence of linked receipts. `start` is `first` if its first receipt has no `prev`, otherwise `unknown`.
 */
interface Run {
  readonly links: readonly Link[];
  readonly start: "first" | "unknown";
}

/**
 * Finds dropped, inserted, replayed and reordered receipts. Follows links by ID and takes the longest path,
 * or the path to `expectedHead`, as the chain, so that one change to the file causes one finding.
 */
export function verifyOrder(
  entries: readonly ChainEntry[],
  unreadable: ReadonlySet<number>,
  expectedHead: string | null,
): { readonly findings: readonly ReceiptFinding[]; readonly chain: readonly ChainEntry[] } {
  const findings: ReceiptFinding[] = [];
  const links = new Map<string, Link>();
  for (const entry of entries) {
    const known = links.get(entry.rightId);
    if (known === undefined) links.set(entry.rightId, { entry, next: [] });
    else {
      findings.push(
        receiptFinding(
          "replayed",
          entry.line,
          `receipt ${shortHash(entry.rightId)} of line ${known.entry.line} is repeated`,
        ),
      );
    }
  }
  const byTold = new Map([...links.values()].map((link) => [link.entry.receipt.id, link]));
  const starts: Link[] = [];
  let before: Link | null = null;
  for (const link of links.values()) {
    const parent = parentOf(link.entry, before, links, byTold);
    if (parent === null || parent === link) starts.push(link);
    else parent.next.push(link);
    before = link;
  }
  const runs = starts.map((start): Run => ({
    links: longestWay(start, expectedHead),
    start: start.entry.receipt.prev === null ? "first" : "unknown",
  }));
  const kept = keepRuns(runs);
  const chain = kept.flatMap((run) => run.links.map(({ entry }) => entry));
  const inChain = new Set(chain);
  for (const { entry } of links.values()) {
    if (!inChain.has(entry)) findings.push(insertedFinding(entry));
  }
  findings.push(...droppedFindings(kept, unreadable), ...reorderedFindings(chain));
  return { findings, chain };
}

function parentOf(
  { receipt, prevAltered }: ChainEntry,
  before: Link | null,
  byRight: ReadonlyMap<string, Link>,
  byTold: ReadonlyMap<string, Link>,
): Link | null {
  if (prevAltered) return before;
  if (receipt.prev === null) return null;
  return byRight.get(receipt.prev) ?? byTold.get(receipt.prev) ?? null;
}

/** Returns the longest path of links from `start`, or the path that leads to the expected head. */
function longestWay(start: Link, expectedHead: string | null): readonly Link[] {
  const ordered: Link[] = [start];
  const seen = new Set(ordered);
  for (const link of ordered) {
    for (const next of link.next) {
      if (seen.has(next)) continue;
      seen.add(next);
      ordered.push(next);
    }
  }
  const best = new Map<Link, { readonly weight: number; readonly next: Link | null }>();
  for (const link of ordered.toReversed()) {
    // The path to the expected head is the chain, however short.
    let weight = link.entry.rightId === expectedHead ? Number.MAX_SAFE_INTEGER / 2 : 0;
    let next: Link | null = null;
    let nextWeight = 0;
    for (const each of link.next) {
      const eachWeight = best.get(each)?.weight ?? 0;
      if (eachWeight > nextWeight) [next, nextWeight] = [each, eachWeight];
    }
    weight += 1 + nextWeight;
    best.set(link, { weight, next });
  }
  const way: Link[] = [];
  for (let link: Link | null = start; link !== null; link = best.get(link)?.next ?? null) way.push(link);
  return way;
}

/**
 * Returns the longest run that starts a chain, then the runs that can follow it after a gap, by their first
 * line. Omits other runs that start a chain, and runs enclosed by an earlier one: they were inserted.
 */
function keepRuns(runs: readonly Run[]): readonly Run[] {
  let first: Run | null = null;
  for (const run of runs) {
    if (run.start === "first" && run.links.length > (first?.links.length ?? 0)) first = run;
  }
  const later: Run[] = [];
  let enclosedUntil = 0;
  for (const { run, to } of runs.map(extent).sort((a, b) => a.from - b.from)) {
    if (run.start === "unknown" && to > enclosedUntil) later.push(run);
    // Another run that starts a chain was inserted and encloses nothing.
    if (run === first || run.start === "unknown") enclosedUntil = Math.max(enclosedUntil, to);
  }
  return first === null ? later : [first, ...later];
}

/** Returns a run with its lowest and its highest line. */
function extent(run: Run): { readonly run: Run; readonly from: number; readonly to: number } {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { entry } of run.links) {
    from = Math.min(from, entry.line);
    to = Math.max(to, entry.line);
  }
  return { run, from, to };
}

function insertedFinding({ line, receipt }: ChainEntry): ReceiptFinding {
  const why =
    receipt.prev === null
      ? "it starts another chain"
      : `it follows ${shortHash(receipt.prev)}, and no receipt of the chain follows it`;
  return receiptFinding("inserted", line, `the receipt does not belong to the chain: ${why}`);
}

function droppedFindings(kept: readonly Run[], unreadable: ReadonlySet<number>): readonly ReceiptFinding[] {
  return kept.flatMap(({ links: [first], start }, index) => {
    if (first === undefined || start === "first") return [];
    const { line, receipt } = first.entry;
    // The unreadable line before this one is probably the missing receipt.
    if (unreadable.has(line - 1)) return [];
    const where = index === 0 ? "the beginning of the chain is missing" : "a receipt before it was dropped";
    const prev = shortHash(receipt.prev ?? "");
    return [receiptFinding("dropped", line, `the receipt follows ${prev}, which is missing: ${where}`)];
  });
}

/** Returns a finding for each receipt out of order, for as few receipts as possible. */
function reorderedFindings(chain: readonly ChainEntry[]): readonly ReceiptFinding[] {
  const staying = longestRising(chain.map(({ line }) => line));
  return chain.flatMap(({ line }, index) => {
    if (staying.has(line)) return [];
    const before = chain[index - 1];
    const place =
      before === undefined
        ? "should be the first of the chain"
        : `should follow the receipt on line ${before.line}`;
    return [receiptFinding("reordered", line, `the receipt is on the wrong line: it ${place}`)];
  });
}

/** Returns the members of a longest increasing subsequence. The numbers must be distinct. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** Smallest last member of an increasing subsequence, by its length minus 1. */
  const ends: number[] = [];
  const cameFrom = new Map<number, number | undefined>();
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    cameFrom.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const rising = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = cameFrom.get(number)) rising.add(number);
  return rising;
}
