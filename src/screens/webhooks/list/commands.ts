import { internal, type Command } from "../../../tui/commands/command.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { setWebhooks, webhooksArrangement } from "../../known-webhooks/state.ts";
import type { ActivityEffects } from "../activity/watch-activity.ts";
import { editorCommands } from "../editor/commands.ts";
import type { EditorEffects } from "../editor/open-form.ts";
import type { AllHealthEffects } from "../health/commands.ts";
import type { StrayWebhooksEffects } from "../strays/update-urls.ts";
import { type AllTriggerEffects, triggerCommands } from "../trigger/commands.ts";
import type { BulkEffects } from "./bulk-actions.ts";
import { bulkCommands } from "./bulk-commands.ts";
import type { NameEffects } from "./name-effects.ts";
import { needsSelection } from "./needs-selection.ts";
import type { ShowEffects } from "./show-webhook.ts";
import { goBack } from "./view-commands.ts";
import type { WebhookActivityEffects } from "./watch-activities.ts";
import type { WebhooksEffects } from "./watch-list.ts";

/** Effects of the Webhooks screen and its dialogs. */
export interface AllWebhooksEffects
  extends
    WebhooksEffects,
    WebhookActivityEffects,
    NameEffects,
    BulkEffects,
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
  ...triggerCommands,
  ...bulkCommands,
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
