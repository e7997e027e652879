import type { Registry } from "./records/registry.ts";
import type { AppState } from "./state/slice.ts";
import type { Store } from "./state/store.ts";
import { setWindow } from "./state/window.ts";

export const second = 1_000;
export const minute = 60 * second;

/**
 * Starts the clock, which advances `nowMs` only when a visible age changes or something expires.
 * @returns a function that stops the clock
 */
export function startClock(store: Store, registry: Registry): () => void {
  let timer: NodeJS.Timeout | undefined;
  let dueMs = Number.POSITIVE_INFINITY;

  function tick() {
    timer = undefined;
    dueMs = Number.POSITIVE_INFINITY;
    const nowMs = store.nowMs();
    store.batch(() => {
      for (const { tick: changes } of registry.features) {
        for (const action of changes?.(store.get(), nowMs) ?? []) store.dispatch(action);
      }
      store.dispatch(setWindow({ nowMs }));
    });
  }

  function schedule() {
    const wantedMs = nextTickMs(store.get(), registry, store.nowMs());
    if (wantedMs >= dueMs) return;
    clearTimeout(timer);
    dueMs = wantedMs;
    timer =
      wantedMs === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(tick, Math.max(0, wantedMs - store.nowMs()));
  }

  const unsubscribe = store.subscribe(schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Returns the time of the next tick that a feature needs; `Infinity` if none does. */
export function nextTickMs(state: AppState, { features }: Registry, nowMs: number): number {
  const moments = features.map((feature) => feature.nextTickMs?.(state, nowMs) ?? Number.POSITIVE_INFINITY);
  return Math.min(...moments);
}

/** Returns the time of the tick an interval after the last one, at the earliest now. */
export function nextAfter(drawnMs: number, intervalMs: number, nowMs: number): number {
  return Math.max(drawnMs + intervalMs, nowMs);
}

/**
 * Intervals between ticks, by minimum age: redrawing a list every second takes 2 % of a core, and seconds matter less
 * for older rows.
 */
const ageIntervals = [
  { fromMs: 60 * minute, intervalMs: 10 * minute },
  { fromMs: minute, intervalMs: minute / 2 },
  { fromMs: 10 * second, intervalMs: 5 * second },
];

/**
 * Returns the tick at which the text of an age, or of the time left, changes; at most one a second. For few adjacent
 * ages that must agree.
 */
export function nextExactAge(atMs: number, drawnMs: number, nowMs: number): number {
  const ageMs = drawnMs - atMs;
  const distanceMs = Math.abs(ageMs);
  const unitMs = distanceMs < minute ? second : distanceMs < 60 * minute ? minute : 60 * minute;
  // An age grows into the next unit; the time left shrinks below the shown one.
  const changeMs =
    ageMs >= 0
      ? atMs + (Math.floor(ageMs / unitMs) + 1) * unitMs
      : atMs - Math.floor(distanceMs / unitMs) * unitMs + 1;
  return Math.max(changeMs, drawnMs + second, nowMs);
}

/** Returns the next tick for an age, or for the time left until a moment in the future. */
export function nextAge(atMs: number, drawnMs: number, nowMs: number): number {
  const distanceMs = Math.abs(nowMs - atMs);
  const step = ageIntervals.find(({ fromMs }) => distanceMs >= fromMs);
  return nextAfter(drawnMs, step?.intervalMs ?? second, nowMs);
}
