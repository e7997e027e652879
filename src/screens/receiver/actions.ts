import { confirm } from "../../tui/dialogs/confirm.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import { act } from "../../tui/records/acts.ts";
import { internal } from "../../tui/records/command.ts";
import { type App, type Command, receiverNow } from "../app.ts";
import { canOpenTunnel, needsReceiver, needsTunnel, sessionSlice, setSession } from "../connection-state.ts";
import { webhookAddress, webhooksUsingTunnel } from "../public-url.ts";
import { webhooksSlice } from "../webhooks/state/webhooks.ts";
import { openForwardForm } from "./dialogs/forward-form.ts";
import { openSetup } from "./dialogs/setup-dialog.ts";
import { openFailures, showTunnelFailure } from "./news.ts";

async function toggleTunnel(app: App): Promise<void> {
  const { store, services } = app;
  if (!canOpenTunnel(store.get())) return askToClose(app);
  // The same failure is shown again.
  store.dispatch(setSession({ tunnelFailure: null }));
  return showTunnelFailure(store, await receiverNow(services).openTunnel());
}

/** Maximum webhooks listed in the question. */
const maxNamed = 4;

/** Closes the tunnel, after confirmation if webhooks use it. */
function askToClose(app: App): void {
  const state = app.store.get();
  const using = webhooksUsingTunnel(sessionSlice.get(state).receiver, webhooksSlice.get(state).items);
  if (using.length === 0) app.run("tunnel.close");
  else {
    confirm(app, "closeTunnel", {
      title: "Close the tunnel?",
      lines: closingLines(using),
      verb: "close",
      command: "tunnel.close",
    });
  }
}

function closingLines(using: readonly { readonly id: string; readonly url: string }[]): readonly string[] {
  const more = using.length - maxNamed;
  return [
    using.length === 1 ? "This webhook uses it:" : "These webhooks use it:",
    ...using.slice(0, maxNamed).map(({ id, url }) => `${id} ${url}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    "Deliveries do not arrive until a tunnel opens at the same URL.",
  ];
}

function copyAddress({ store, terminal }: App): void {
  const address = webhookAddress(sessionSlice.get(store.get()).receiver);
  if (address !== null) terminal.copy(address);
}

/** Opens the replay of the open failures of saved handlers. */
function replayFailures(app: App): void {
  const { reloaded } = sessionSlice.get(app.store.get());
  app.store.dispatch(setSession({ reloaded: [] }));
  app.run("deliveries.replay-matching", openFailures(reloaded));
}

/** Commands of the receiver. */
export const receiverCommands: readonly Command[] = [
  {
    id: "tunnel.toggle",
    scope: "global",
    ...act("moreTunnel"),
    title: "Open or close the tunnel",
    disabledReason: needsTunnel,
    run: toggleTunnel,
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
    run: copyAddress,
  },
  {
    id: "receiver.set-up",
    scope: "global",
    ...act("goReceiver"),
    title: "Set up the receiver",
    run: openSetup,
  },
  {
    id: "receiver.replay-failures",
    scope: "global",
    ...act("moreHandler"),
    title: "Replay handler's failures",
    disabledReason: (state) =>
      sessionSlice.get(state).reloaded.length === 0 ? "no saved handler has open failures" : null,
    run: replayFailures,
  },
  {
    id: "forward.ask",
    scope: "global",
    keys: [],
    title: "Forward deliveries",
    disabledReason: needsReceiver,
    run: openForwardForm,
  },
  {
    id: "tunnel.close",
    scope: internal,
    keys: [],
    title: "Close the tunnel",
    run: ({ services }) => receiverNow(services).closeTunnel(),
  },
];
