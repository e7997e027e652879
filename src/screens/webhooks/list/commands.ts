import { formatWatchedItem } from "../../../model/watched-item.ts";
import { internal, type Command } from "../../../tui/commands/command.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { selectedWebhook, setWebhooks, webhooksArrangement } from "../../webhooks-state.ts";
import type { ActivityEffects } from "../activity/effects.ts";
import { editorCommands } from "../editor/commands.ts";
import type { EditorEffects } from "../editor/effects.ts";
import type { AllHealthEffects } from "../health/commands.ts";
import type { StrayWebhooksEffects } from "../strays/stray-webhooks-effects.ts";
import type { AllTriggerEffects } from "../trigger/commands.ts";
import type { WebhookActivityEffects } from "./activity-effects.ts";
import type { WebhooksEffects } from "./effects.ts";
import type { NameEffects } from "./name-effects.ts";
import { needsSelection } from "./needs-selection.ts";
import type { ShowEffects } from "./show-webhook.ts";
import { goBack } from "./view-commands.ts";

/** Effects of the Webhooks screen and its dialogs. */
export interface AllWebhooksEffects
  extends
    WebhooksEffects,
    WebhookActivityEffects,
    NameEffects,
    ActivityEffects,
    EditorEffects,
    StrayWebhooksEffects,
    ShowEffects,
    AllHealthEffects,
    AllTriggerEffects {}

/** Commands of the Webhooks screen. */
export const webhookCommands: readonly Command<AllWebhooksEffects>[] = [
  {
    id: "webhooks.open",
    scope: "webhooks",
    keys: ["enter"],
    title: "Open the selected webhook",
    footerLabel: (state) => (webhooksArrangement.focusedPane(state) === "list" ? "open" : "zoom"),
    disabledReason: (state) =>
      isPaneShown(state, webhooksArrangement, "list") || isPaneShown(state, webhooksArrangement, "activity")
        ? needsSelection(state)
        : "the webhook already fills the window",
    run({ store }) {
      const isList = webhooksArrangement.focusedPane(store.get()) === "list";
      if (isList) store.dispatch(setWebhooks({ focus: "activity" }));
      // Both panes of the webhook are zoomed first, then one of them.
      store.dispatch(zoomed("webhooks", isList ? 1 : 2));
    },
  },
  goBack,
  ...editorCommands,
  {
    id: "webhooks.toggle",
    scope: "webhooks",
    keys: ["t"],
    title: "Enable or disable the webhook",
    footerLabel: (state) => (selectedWebhook(state)?.disabled === true ? "enable" : "disable"),
    disabledReason: needsSelection,
    run({ store, effects }) {
      const webhook = selectedWebhook(store.get());
      return webhook === null ? undefined : effects.toggle(webhook);
    },
  },
  {
    id: "webhooks.delete",
    scope: "webhooks",
    keys: ["d"],
    title: "Delete the selected webhook",
    footerLabel: "delete",
    disabledReason: needsSelection,
    run(context) {
      const { store, registry } = context;
      const webhook = selectedWebhook(store.get());
      if (webhook === null) return;
      const lines = [
        webhook.url ?? "a Job",
        `watches ${webhook.watched.map(formatWatchedItem).join(" ")}`,
        `${keyOf(registry, "app.undo")} restores it within 10 seconds, with a new ID.`,
      ];
      confirm(context, "delete", {
        title: `Delete webhook ${webhook.id}?`,
        lines,
        verb: "delete",
        command: "webhooks.delete-confirmed",
        argument: webhook.id,
      });
    },
  },
  {
    id: "webhooks.delete-confirmed",
    scope: internal,
    keys: [],
    title: "Delete a webhook",
    run: ({ effects }, id) => (id === undefined ? undefined : effects.remove(id)),
  },
  {
    id: "webhooks.show",
    scope: internal,
    keys: [],
    title: "Show a webhook",
    run: ({ effects }, id) => (id === undefined ? undefined : effects.showWebhook(id, null)),
  },
  {
    id: "webhooks.show-dispatch",
    scope: internal,
    keys: [],
    title: "Show a dispatch",
    /** @param argument IDs of the webhook and of the dispatch, with a space between them */
    run({ effects }, argument = "") {
      const [id = "", dispatch] = argument.split(" ");
      return effects.showWebhook(id, Number(dispatch));
    },
  },
];
