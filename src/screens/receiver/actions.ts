import type { CommandContext } from "../../tui/commands/command.ts";
import { confirm } from "../../tui/dialogs/confirm.ts";
import { webhooksSlice } from "../known-webhooks/state.ts";
import { webhooksUsingTunnel } from "../public-url.ts";
import { sessionSlice } from "../session.ts";

/** Maximum webhooks listed in the question. */
const maxNamed = 4;

/** Closes the tunnel, after confirmation if webhooks use it. */
export function askToClose(context: CommandContext): void {
  const state = context.store.get();
  const using = webhooksUsingTunnel(sessionSlice.get(state).receiver, webhooksSlice.get(state).items);
  if (using.length === 0) context.run("tunnel.close");
  else {
    confirm(context, "closeTunnel", {
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
