import { connectReceiver } from "../../../src/engine/control/client.ts";
import { addWebhook, contentPayload, post } from "../../../test/support/app/steps.ts";
import type { Pictures } from "../pictures.ts";
import { deadTarget, tunnelStart } from "../servers.ts";
import { runCommand } from "./moves.ts";

/** Pictures of the receiver's dialog, and of the header in its states. */
export const receiverPictures: readonly Pictures[] = [
  {
    of: "forward",
    async *states({ screen }) {
      await runCommand(screen, "Forward deliveries");
      await screen.waitFor("Target");
      yield "empty";
      screen.type("not an address");
      screen.press("enter");
      await screen.waitFor("is not a forward target");
      yield "error";
    },
  },
  {
    of: "receiver-setup",
    async *states({ screen }) {
      screen.press("g", "r");
      await screen.waitFor("Set up the receiver");
      yield "empty";
      screen.press("ctrl+g", "tab", "tab");
      screen.type("/usr/l");
      await screen.waitFor("/usr/lib/");
      yield "completion";
      screen.type("/nowhere");
      await screen.waitFor("no such directory");
      screen.press("tab");
      yield "error";
    },
  },
  {
    of: "receiver-setup",
    start: { env: { WEBHOOK_SECRET: "of-the-shell" } },
    async *states({ screen }) {
      screen.press("g", "r");
      await screen.waitFor("set by WEBHOOK_SECRET");
      yield "variable";
    },
  },
  {
    of: "forwards",
    async *states(app) {
      const { screen } = app;
      const control = connectReceiver(app.role("receiver"));
      await control.setForward(deadTarget);
      await screen.waitFor("down");
      await control.holdForward(true);
      for (const repo of ["me/one", "me/two"]) await post(app, contentPayload(repo));
      screen.press("2");
      await screen.waitFor("me/two");
      screen.press("m", "f");
      await screen.waitFor("Held: nothing is sent");
      await screen.waitFor("2 waiting");
      yield "held";
      screen.press("down");
      await screen.waitFor(/(❯|selected .*:) +Retry/);
      yield "disabled";
      screen.type("drop a");
      screen.press("enter");
      await screen.waitFor("Drop 2 waiting");
      yield "drop";
    },
  },
  {
    of: "header",
    start: { data: "filled" },
    async *states(app) {
      await connectReceiver(app.role("receiver")).setForward(deadTarget);
      await app.screen.waitFor("down");
      yield "forward-down";
    },
  },
  {
    of: "header",
    start: tunnelStart,
    async *states(app) {
      const { screen } = app;
      await screen.waitFor("No webhooks yet");
      yield "tunnel-off";
      const opened = await connectReceiver(app.role("receiver")).openTunnel();
      if (opened.kind !== "open") throw new Error(`the tunnel is ${opened.kind}`);
      await screen.waitUntil((now) => now.text().includes(new URL(opened.url).port));
      yield "tunnel-open";
      await addWebhook(app, "org:acme", `${opened.url}/webhooks/inbox`);
      screen.press("m", "o");
      await screen.waitFor("Close the tunnel?");
      yield "tunnel-close";
    },
  },
];
