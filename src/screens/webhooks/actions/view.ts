import { textFilterCommands } from "../../../tui/commands/text-filter.ts";
import { act } from "../../../tui/records/acts.ts";
import type { Command } from "../../../tui/records/command.ts";
import { zoomed } from "../../../tui/state/layout.ts";
import { textField } from "../../../tui/text-field.ts";
import { openNameForm } from "../dialogs/name-form.ts";
import { setWebhookView, webhookViewSlice } from "../state/view.ts";
import { selectedWebhook, setWebhooks, webhookList, webhooksSlice } from "../state/webhooks.ts";

/** Returns to the list; in the list it clears the marks first, then the filter. */
export const goBack: Command = {
  id: "webhooks.back",
  scope: "webhooks",
  ...act("back"),
  title: "Return to list, clear filter",
  footerLabel: (state) => (webhooksSlice.get(state).focus === "list" ? "clear" : "back"),
  disabledReason(state) {
    const { marks, filter } = webhookViewSlice.get(state);
    if (webhooksSlice.get(state).focus !== "list" || marks.length > 0 || filter.value !== "") return null;
    return "nothing is marked, and no filter is set";
  },
  run({ store }) {
    const state = store.get();
    if (webhooksSlice.get(state).focus !== "list") {
      store.dispatch(setWebhooks({ focus: "list" }));
      store.dispatch(zoomed("webhooks", 0));
    } else if (webhookViewSlice.get(state).marks.length > 0) {
      store.dispatch(setWebhookView({ marks: [] }));
    } else store.dispatch(setWebhookView({ filter: textField() }));
  },
};

/** Commands that change how the list shows the webhooks. */
export const viewCommands: readonly Command[] = [
  ...textFilterCommands({
    scope: "webhooks",
    lineScope: "webhook-filter",
    by: "words",
    isClearedElsewhere: true,
    get: (state) => webhookViewSlice.get(state),
    isEmpty: (state) => webhooksSlice.get(state).items.length === 0,
    show: () => setWebhooks({ focus: "list" }),
    put: setWebhookView,
    applied: () => setWebhookView({ editingFilter: false }),
  }),
  {
    id: "webhooks.group",
    scope: "webhooks",
    ...act("moreGroups"),
    title: "Group webhooks by host",
    disabledReason: (state) => (webhooksSlice.get(state).items.length === 0 ? "there are no webhooks" : null),
    run({ store }) {
      store.dispatch(setWebhookView({ isGrouped: !webhookViewSlice.get(store.get()).isGrouped }));
      const list = webhookList(store.get());
      store.dispatch(list.select(list.selected));
    },
  },
  {
    id: "webhooks.name",
    scope: "webhooks",
    ...act("moreName"),
    title: "Name the selected webhook",
    disabledReason: (state) => (selectedWebhook(state) === null ? "no webhook is selected" : null),
    run: openNameForm,
  },
];
