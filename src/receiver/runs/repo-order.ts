import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { fieldsOf, nameIn, partOf } from "../../model/payload-fields.ts";
import type { ActionEnd, Incoming } from "../action.ts";
import { parseBody } from "../parse-body.ts";
import type { RunSettings } from "./run-settings.ts";

/** Line of the events of a repo on a route. */
export interface RepoLine {
  readonly key: string;
  /** Longest time for which a run that waits for its next try holds the later ones, in milliseconds. */
  readonly waitMs: number;
}

/** Runs of the events of a repo, one at a time and in order of their sequence numbers. */
export interface RepoOrder {
  /**
   * Enters a run before each of its tries.
   * @param signal ends the wait; the run then leaves its line
   * @returns null if the try may begin now; else resolves with true when it may, or with false after the signal
   */
  enter(seq: number, line: RepoLine, signal: AbortSignal): Promise<boolean> | null;
  /** Keeps the turn of a run that goes through the queue to its try. */
  keep(seq: number): void;
  /** Notes that a run waits for its next try. Does nothing for a run that has not entered. */
  waits(seq: number): void;
  /** Ends a run, and returns its outcome with the earlier runs that it did not wait for. */
  ended<T extends ActionEnd | null>(seq: number, end: T): T;
}

interface Entry {
  readonly seq: number;
  readonly line: RepoLine;
  state: "in line" | "running" | "waiting";
  /** True if the run has held later ones for as long as it may. */
  isOverdue: boolean;
  cancelTimer: (() => void) | null;
  /** Begins the try that waits for its turn. */
  begin: (() => void) | null;
  /** Earlier runs that this one did not wait for; null if there are none. */
  passed: string | null;
}

/** Returns the line of a delivery; null without order. Replays, and payloads without a repo, have none. */
export function lineOfArrived(
  { order, orderWaitMs }: RunSettings,
  { route, replayOf, payload }: Pick<Incoming, "route" | "replayOf" | "payload">,
): RepoLine | null {
  if (order === null || replayOf !== null) return null;
  const repo = partOf(fieldsOf(payload), "repo");
  const name = nameIn(repo, "id") ?? nameIn(repo, "name");
  return name === null ? null : { key: `${route}\n${name}`, waitMs: orderWaitMs };
}

/** Returns the line of a stored delivery; null without order. */
export function lineOfStored(
  settings: RunSettings,
  { route, replayOf, body }: Pick<DeliveryDetail, "route" | "replayOf" | "body">,
): RepoLine | null {
  if (settings.order === null || route === null) return null;
  const { payload } = parseBody(Buffer.from(body)) ?? { payload: null };
  return lineOfArrived(settings, { route, replayOf, payload });
}

/**
 * Creates the order.
 * @param isAlone false if other processes may end runs that wait: those are forgotten when later ones pass them
 */
export function makeRepoOrder(clock: Clock, isAlone: boolean): RepoOrder {
  const entries = new Map<number, Entry>();
  /** Entries of each line, in order. */
  const lines = new Map<string, Entry[]>();

  function add(seq: number, line: RepoLine): Entry {
    const entry: Entry = {
      seq,
      line,
      state: "in line",
      isOverdue: false,
      cancelTimer: null,
      begin: null,
      passed: null,
    };
    const inLine = lines.get(line.key) ?? [];
    inLine.splice(inLine.findLastIndex((other) => other.seq < seq) + 1, 0, entry);
    lines.set(line.key, inLine);
    entries.set(seq, entry);
    return entry;
  }

  function remove({ seq, line, cancelTimer }: Entry): void {
    cancelTimer?.();
    entries.delete(seq);
    const others = (lines.get(line.key) ?? []).filter((other) => other.seq !== seq);
    if (others.length === 0) lines.delete(line.key);
    else lines.set(line.key, others);
    advance(line.key);
  }

  /** Begins the next try of a line if no other runs and no earlier one holds it. */
  function advance(key: string): void {
    const inLine = lines.get(key) ?? [];
    if (inLine.some(({ state }) => state === "running")) return;
    const next = inLine.findIndex(({ state, isOverdue }) => state === "in line" || !isOverdue);
    const entry = inLine[next];
    if (entry?.state !== "in line") return;
    entry.state = "running";
    entry.passed ??= passing(inLine.slice(0, next));
    entry.begin?.();
    entry.begin = null;
  }

  function overdue(entry: Entry): void {
    entry.isOverdue = true;
    advance(entry.line.key);
    if (!isAlone && entry.state === "waiting") remove(entry);
  }

  function waits(seq: number): void {
    const entry = entries.get(seq);
    if (entry === undefined) return;
    entry.state = "waiting";
    entry.cancelTimer ??= clock.after(entry.line.waitMs, () => overdue(entry));
    if (entry.isOverdue) overdue(entry);
    else advance(entry.line.key);
  }

  return {
    enter(seq, line, signal) {
      const entry = entries.get(seq) ?? add(seq, line);
      entry.state = "in line";
      advance(line.key);
      // The state has changed if it is this one's turn.
      if (isRunning(entry)) return null;
      return new Promise((resolve) => {
        function leave(): void {
          remove(entry);
          resolve(false);
        }
        if (signal.aborted) return leave();
        signal.addEventListener("abort", leave, { once: true });
        entry.begin = () => {
          signal.removeEventListener("abort", leave);
          resolve(true);
        };
      });
    },
    keep(seq) {
      // Another process may take a job that is in the queue.
      if (!isAlone) waits(seq);
    },
    waits,
    ended(seq, end) {
      const entry = entries.get(seq);
      if (entry === undefined) return end;
      remove(entry);
      if (end === null || entry.passed === null) return end;
      return {
        ...end,
        reason: (end.reason ?? null) === null ? entry.passed : `${end.reason}; ${entry.passed}`,
      };
    },
  };
}

const isRunning = ({ state }: Entry): boolean => state === "running";

/** Names the runs that wait for a next try while a later one begins. */
function passing(waiting: readonly Entry[]): string | null {
  const [first, ...others] = waiting;
  if (first === undefined) return null;
  return others.length === 0
    ? `ran before #${first.seq}, which waits for a retry`
    : `ran before #${first.seq} and ${others.length} more, which wait for retries`;
}
