import { internal, type Command } from "../../tui/commands/command.ts";
import { openDialog } from "../../tui/state/nav.ts";
import { webhookAddress } from "../public-url.ts";
import { sessionSlice, needsTunnel, needsReceiver, canOpenTunnel } from "../session.ts";
import type { ReceiverEffects } from "./effects.ts";
import { forwardForm } from "./forward-form.ts";

/** Commands of the receiver. */
export const receiverCommands: readonly Command<ReceiverEffects>[] = [
  {
    id: "tunnel.toggle",
    scope: "global",
    keys: ["o"],
    title: "Open or close the tunnel",
    disabledReason: needsTunnel,
    run({ store, effects }) {
      return canOpenTunnel(store.get()) ? effects.openTunnel() : effects.askToClose();
    },
  },
  {
    id: "tunnel.copy",
    scope: "global",
    keys: [],
    title: "Copy the public URL",
    disabledReason: (state) =>
      sessionSlice.get(state).receiver.publicUrl === null ? "there is no public URL; o opens a tunnel" : null,
    run({ store, terminal }) {
      const address = webhookAddress(sessionSlice.get(store.get()).receiver);
      if (address !== null) terminal.copy(address);
    },
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
