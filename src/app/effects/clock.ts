import type { AppState } from "../slice.ts";
import { deliveriesSlice } from "../state/deliveries-state.ts";
import { jobsSlice } from "../state/jobs-state.ts";
import { expireToasts, messagesSlice } from "../state/messages.ts";
import { findOverlay, navSlice } from "../state/overlays.ts";
import { addRate, sessionSlice } from "../state/session.ts";
import { setWebhooks, webhooksSlice } from "../state/webhooks-state.ts";
import { setWindow, windowSlice } from "../state/window.ts";
import type { Store } from "../store.ts";

const second = 1_000;
const minute = 60 * second;

/**
 * Advances `nowMs` only as often as the visible ages change: every second below a minute, then every half
 * minute, and never if no age is visible.
 */
export function startClock(store: Store): () => void {
  let timer: NodeJS.Timeout | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  let seenSeq = 0;

  function tick() {
    timer = undefined;
    dueMs = Number.POSITIVE_INFINITY;
    const nowMs = store.nowMs();
    store.batch(() => {
      const { deleted } = webhooksSlice.get(store.get());
      store.dispatch(expireToasts(nowMs));
      if (deleted !== null && deleted.untilMs <= nowMs) store.dispatch(setWebhooks({ deleted: null }));
      const { lastSeq } = deliveriesSlice.get(store.get());
      if (seenSeq > 0 && (lastSeq !== seenSeq || sessionSlice.get(store.get()).rates.length > 0)) {
        store.dispatch(addRate(Math.max(0, lastSeq - seenSeq)));
      }
      seenSeq = lastSeq;
      store.dispatch(setWindow({ nowMs }));
    });
  }

  function schedule() {
    const wantedMs = nextTickMs(store.get(), seenSeq, store.nowMs());
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

/** Returns when the clock has to advance next; `Infinity` if no age is visible. */
export function nextTickMs(state: AppState, seenSeq: number, nowMs: number): number {
  const { lastSeq } = deliveriesSlice.get(state);
  const { hub, receiver, rates } = sessionSlice.get(state);
  const toasts = messagesSlice
    .get(state)
    .toasts.flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs]));
  const { deleted } = webhooksSlice.get(state);
  const { nowMs: drawnMs } = windowSlice.get(state);
  const moments = [...toasts, ...(deleted === null ? [] : [deleted.untilMs])];
  const isLost = hub.link.state === "lost" || receiver.link.state === "lost";
  if (isLost || rates.length > 0 || lastSeq !== seenSeq) moments.push(nextAfter(drawnMs, second, nowMs));
  moments.push(...tunnelMoments(state, nowMs));
  // The activity shows ages and the times of next attempts.
  if (findOverlay(state, "activity") !== null) moments.push(nextAfter(drawnMs, second, nowMs));
  if (countsDown(state)) moments.push(nextAfter(drawnMs, second, nowMs));
  const newest = newestShown(state);
  if (newest !== null) {
    const age = nowMs - Date.parse(newest);
    moments.push(nextAfter(drawnMs, age < minute ? second : minute / 2, nowMs));
  }
  return Math.min(...moments, Number.POSITIVE_INFINITY);
}

/**
 * Returns when the header's tunnel and forward ages change: every second while down, every minute while open.
 */
function tunnelMoments(state: AppState, nowMs: number): number[] {
  const session = sessionSlice.get(state);
  const drawnMs = windowSlice.get(state).nowMs;
  const { tunnel, forward } = session.receiver;
  const moments: number[] = [];
  if (tunnel?.state.kind === "open") moments.push(nextWhole(minute, tunnel.state.sinceMs, drawnMs));
  const downSince = [
    tunnel?.state.kind === "reconnecting" ? tunnel.state.sinceMs : null,
    forward?.health.kind === "down" ? forward.health.sinceMs : null,
  ].filter((sinceMs) => sinceMs !== null);
  for (const sinceMs of downSince) {
    moments.push(nextWhole(nowMs - sinceMs < minute ? second : minute, sinceMs, drawnMs));
  }
  return moments.map((moment) => Math.max(moment, nowMs));
}

/** Returns when the age of `sinceMs`, last drawn at `drawnMs`, reaches the next whole unit. */
function nextWhole(unitMs: number, sinceMs: number, drawnMs: number): number {
  return sinceMs + Math.max(1, Math.floor((drawnMs - sinceMs) / unitMs) + 1) * unitMs;
}

/** Reports whether a visible row counts down to its next attempt. */
function countsDown(state: AppState): boolean {
  const screen = navSlice.get(state).screen;
  const deliveries = deliveriesSlice.get(state);
  const nowMs = windowSlice.get(state).nowMs;
  if (screen !== "deliveries") return false;
  return deliveries.rows.some(
    ({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) > nowMs,
  );
}

/** Returns the time of the newest visible row that shows an age. */
function newestShown(state: AppState): string | null {
  const screen = navSlice.get(state).screen;
  const deliveries = deliveriesSlice.get(state);
  const jobs = jobsSlice.get(state);
  if (screen === "deliveries") return deliveries.rows[0]?.receivedAt ?? null;
  return screen === "jobs" ? (jobs.items[0]?.createdAt ?? null) : null;
}

function nextAfter(lastTickMs: number, every: number, nowMs: number): number {
  return Math.max(lastTickMs + every, nowMs);
}
