import { minute, nextAfter, second } from "../../tui/clock.ts";
import { internal, type Command } from "../../tui/commands/command.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import { openDialog } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import { type AppFeature, featureContext } from "../context.ts";
import { webhookAddress } from "../public-url.ts";
import { sessionSlice, canOpenTunnel, needsTunnel, needsReceiver } from "../session.ts";
import { askToClose } from "./actions.ts";
import { forwardDialog, forwardForm } from "./dialogs/forward-form.ts";
import { setupDialog } from "./dialogs/setup-dialog.ts";
import { createReceiverEffects, type ReceiverEffects } from "./running.ts";
import { createSetupEffects, type SetupEffects } from "./setup/setup-effects.ts";

/** Effects of the receiver and its dialogs. */
interface AllReceiverEffects extends ReceiverEffects, SetupEffects {}

/** Commands of the receiver. */
const receiverCommands: readonly Command<AllReceiverEffects>[] = [
  {
    id: "tunnel.toggle",
    scope: "global",
    keys: ["o"],
    title: "Open or close the tunnel",
    disabledReason: needsTunnel,
    async run(context) {
      if (canOpenTunnel(context.store.get())) await context.effects.openTunnel();
      else askToClose(context);
    },
  },
  {
    id: "tunnel.copy",
    scope: "global",
    keys: [],
    title: "Copy the public URL",
    disabledReason: (state, registry) =>
      sessionSlice.get(state).receiver.publicUrl === null
        ? `there is no public URL; ${keyOf(registry, "tunnel.toggle")} opens a tunnel`
        : null,
    run({ store, terminal }) {
      const address = webhookAddress(sessionSlice.get(store.get()).receiver);
      if (address !== null) terminal.copy(address);
    },
  },
  {
    id: "receiver.set-up",
    scope: "global",
    keys: ["ctrl+r"],
    title: "Set up the receiver",
    run: ({ effects }) => effects.askSetup(),
  },
  {
    id: "forward.ask",
    scope: "global",
    keys: [],
    title: "Forward deliveries",
    disabledReason: needsReceiver,
    run({ store }) {
      const { forward } = sessionSlice.get(store.get()).receiver;
      store.dispatch(openDialog(forwardForm(forward?.target ?? null)));
    },
  },
  {
    id: "tunnel.close",
    scope: internal,
    keys: [],
    title: "Close the tunnel",
    run: ({ effects }) => effects.closeTunnel(),
  },
];

/** Feature of the receiver: its settings, its tunnel and its forward target. */
export const receiverFeature: AppFeature<AllReceiverEffects> = {
  id: "receiver",
  slices: [sessionSlice],
  commands: [...receiverCommands, ...forwardDialog.commands, ...setupDialog.commands],
  dialogs: [forwardDialog.dialog, setupDialog.dialog],
  scopes: [],
  start(app) {
    const { registry } = app;
    const context = featureContext(app);
    const receiver = createReceiverEffects(context, registry);
    const setup = createSetupEffects(context, registry);
    return {
      ...receiver,
      ...setup,
      stop() {
        receiver.stop();
        setup.stop();
      },
    };
  },
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
