import type { Registry } from "./registry.ts";
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

/** Returns the next tick for an age: a second after the last below a minute, then half a minute. */
export function nextAge(sinceMs: number, drawnMs: number, nowMs: number): number {
  return nextAfter(drawnMs, nowMs - sinceMs < minute ? second : minute / 2, nowMs);
}
