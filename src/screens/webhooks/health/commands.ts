import { type Cure, cureLabel, cureText } from "../../../checks/cure.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { type Command, type CommandContext, internal } from "../../../tui/commands/command.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { closeDialog, closeDialogs, topDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { webhookHealth } from "../../webhook-health.ts";
import { selectedWebhook, webhooksSlice } from "../../webhooks-state.ts";
import type { StrayWebhooksEffects } from "../strays/stray-webhooks-effects.ts";
import type { CureEffects } from "./cure-effects.ts";
import { blockedCure } from "./cure-text.ts";
import type { HealthEffects } from "./effects.ts";
import { dialogCure, healthKind, isDone } from "./health.ts";

/** Effects of the checks and cures. */
export interface AllHealthEffects
  extends HealthEffects, CureEffects, Pick<StrayWebhooksEffects, "askMoves"> {}

/** Returns the cure of the selected webhook by its known facts. */
function selectedCure(state: AppState): Cure | null {
  const webhook = selectedWebhook(state);
  return webhook === null ? null : webhookHealth(state, webhook).cure;
}

function whyNoCure(state: AppState, webhook: Webhook | null, cure: Cure | null): string | null {
  if (webhook === null) return "no webhook is selected";
  const busy = webhooksSlice.get(state).busy[webhook.id];
  if (busy !== undefined) return `the hub is still ${busy} this webhook`;
  return cure === null ? "nothing is known to fix" : blockedCure(state, cure);
}

function openedWebhook(state: AppState): Webhook | null {
  const dialog = healthKind.find(state);
  return webhooksSlice.get(state).items.find(({ id }) => id === dialog?.webhookId) ?? null;
}

function openedCure(state: AppState): Cure | null {
  const dialog = healthKind.find(state);
  return dialog === null ? null : dialogCure(dialog);
}

/** Applies a cure to a webhook, or opens the dialog that does. */
function runCure(
  context: CommandContext<AllHealthEffects>,
  cure: Cure,
  { id, url }: Webhook,
): void | Promise<void> {
  const { effects, run, store } = context;
  switch (cure.kind) {
    case "move":
      return effects.askMoves();
    case "trigger":
      store.dispatch(closeDialogs("webhook-health"));
      return run("webhooks.trigger");
    case "open-tunnel":
      if (!cure.moves) return effects.applyCure(cure, [id]);
      // The machine becomes public, and the hub is changed.
      return confirm(context, "openTunnel", {
        title: "Open the tunnel?",
        lines: [
          `${url ?? ""} is local to this machine.`,
          "The receiver becomes public, and the webhook sends to its public URL.",
        ],
        verb: "open",
        command: "webhooks.move-to-tunnel",
        argument: id,
      });
    case "enable":
    case "add-route":
    case "put-secret":
    case "replay":
    case "add-domain":
      return effects.applyCure(cure, [id]);
    case "start-receiver":
    case "by-hand":
      return undefined;
  }
}

/** Commands of the health of webhooks. */
export const healthCommands: readonly Command<AllHealthEffects>[] = [
  {
    id: "webhooks.why",
    scope: "webhooks",
    keys: ["!"],
    title: "Check why nothing arrives",
    footerLabel: "check",
    disabledReason: (state) => (selectedWebhook(state) === null ? "no webhook is selected" : null),
    run({ store, effects }) {
      const webhook = selectedWebhook(store.get());
      if (webhook !== null) effects.openHealth(webhook.id);
    },
  },
  {
    id: "webhooks.cure",
    scope: "webhooks",
    keys: ["F"],
    title: "Fix the selected webhook",
    footerLabel: (state) => labelOf(selectedCure(state)),
    disabledReason: (state) => whyNoCure(state, selectedWebhook(state), selectedCure(state)),
    run(context) {
      const state = context.store.get();
      const [webhook, cure] = [selectedWebhook(state), selectedCure(state)];
      return webhook === null || cure === null ? undefined : runCure(context, cure, webhook);
    },
  },
  {
    id: "webhooks.move-to-tunnel",
    scope: internal,
    keys: [],
    title: cureText({ kind: "open-tunnel", moves: true }),
    async run({ effects }, id) {
      if (id === undefined) return;
      await effects.applyCure({ kind: "open-tunnel", moves: true }, [id]);
      effects.runChecks();
    },
  },
  {
    id: "webhook-health.cure",
    scope: "webhook-health",
    keys: ["F"],
    title: "Fix the first failure",
    footerLabel: (state) => labelOf(openedCure(state)),
    disabledReason: (state) => whyNoCure(state, openedWebhook(state), openedCure(state)),
    async run(context) {
      const state = context.store.get();
      const [webhook, cure] = [openedWebhook(state), openedCure(state)];
      if (webhook === null || cure === null) return;
      await runCure(context, cure, webhook);
      if (topDialog(context.store.get())?.kind === "webhook-health") context.effects.runChecks();
    },
  },
  {
    id: "webhook-health.again",
    scope: "webhook-health",
    keys: ["r"],
    title: "Run the checks again",
    footerLabel: "again",
    disabledReason(state) {
      const dialog = healthKind.find(state);
      return dialog !== null && !isDone(dialog) ? "the checks are still running" : null;
    },
    run: ({ effects }) => effects.runChecks(),
  },
  {
    id: "webhook-health.close",
    scope: "webhook-health",
    keys: ["esc", "q", "enter"],
    title: "Close the checks",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];

function labelOf(cure: Cure | null): string {
  return cure === null ? "fix" : cureLabel(cure);
}
