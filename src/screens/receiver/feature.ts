import { minute, nextAfter, second } from "../../tui/clock.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import type { AppFeature } from "../app.ts";
import { sessionSlice } from "../connection-state.ts";
import { receiverCommands } from "./actions.ts";
import { forwardDialog } from "./dialogs/forward-form.ts";
import { setupDialog } from "./dialogs/setup-dialog.ts";
import { startReceiver } from "./running.ts";

/** Feature of the receiver: its settings, its tunnel and its forward target. */
export const receiverFeature: AppFeature = {
  id: "receiver",
  slices: [sessionSlice],
  commands: [...receiverCommands, ...forwardDialog.commands, ...setupDialog.commands],
  dialogs: [forwardDialog.dialog, setupDialog.dialog],
  scopes: [],
  start: startReceiver,
  nextTickMs(state, nowMs) {
    const { hub, receiver } = sessionSlice.get(state);
    const moments = tunnelMoments(state, nowMs);
    if (hub.link.state === "lost" || receiver.link.state === "lost") {
      moments.push(nextAfter(windowSlice.get(state).nowMs, second, nowMs));
    }
    return Math.min(...moments, Number.POSITIVE_INFINITY);
  },
};

/**
 * Returns the times at which the ages of tunnel, forward and store change next: every minute while open; while down,
 * every second in the first minute, then every minute.
 */
function tunnelMoments(state: AppState, nowMs: number): number[] {
  const { tunnel, forward, forwardRules, store } = sessionSlice.get(state).receiver;
  const drawnMs = windowSlice.get(state).nowMs;
  const moments: number[] = [];
  if (tunnel?.state.kind === "open") moments.push(nextWhole(minute, tunnel.state.sinceMs, drawnMs));
  const downSince = [
    tunnel?.state.kind === "reconnecting" ? tunnel.state.sinceMs : null,
    store?.connected === false ? store.sinceMs : null,
    ...[forward, ...forwardRules].map((one) => (one?.health.kind === "down" ? one.health.sinceMs : null)),
  ].filter((sinceMs) => sinceMs !== null);
  for (const sinceMs of downSince) {
    moments.push(nextWhole(nowMs - sinceMs < minute ? second : minute, sinceMs, drawnMs));
  }
  return moments.map((moment) => Math.max(moment, nowMs));
}

/** Returns the time of the next whole unit since `sinceMs` after `drawnMs`, when the age was last drawn. */
function nextWhole(unitMs: number, sinceMs: number, drawnMs: number): number {
  return sinceMs + Math.max(1, Math.floor((drawnMs - sinceMs) / unitMs) + 1) * unitMs;
}
