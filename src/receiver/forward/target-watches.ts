import type { Clock } from "../../model/clock.ts";
import type { TargetHealth } from "./forward-state.ts";
import { type HealthWatch, watchHealth } from "./health.ts";

/** Reachability of the targets of a forward and of its rules. */
export interface TargetWatches {
  /** Starts to watch new targets, and stops watching those no longer named. */
  watch(targets: ReadonlySet<string>): void;
  /** Returns the watch of a target; undefined if it is not watched. */
  of(target: string): HealthWatch | undefined;
  /** Returns what is known of a target. */
  healthOf(target: string): TargetHealth;
  close(): void;
}

/** Creates the watches. @param onChange called after the health of a target has changed */
export function makeTargetWatches(clock: Clock, onChange: () => void): TargetWatches {
  const watches = new Map<string, HealthWatch>();
  return {
    watch(targets) {
      for (const [watched, watch] of watches) {
        if (targets.has(watched)) continue;
        watch.close();
        watches.delete(watched);
      }
      for (const target of targets) {
        if (!watches.has(target)) watches.set(target, watchHealth(target, clock, onChange));
      }
    },
    of: (target) => watches.get(target),
    healthOf: (target) => watches.get(target)?.state() ?? { kind: "unknown", sinceMs: clock.nowMs() },
    close() {
      for (const watch of watches.values()) watch.close();
    },
  };
}
