import { layoutOf } from "./layout.ts";
import { keepInView } from "./list.ts";
import type { AppState } from "./state/app-state.ts";
import { fillWindow } from "./state/deliveries-state.ts";
import { withJobs } from "./state/jobs-state.ts";
import { withWebhooks } from "./state/webhooks-state.ts";

/** Applies a new terminal size, and fills every list, including those of other screens. */
export const resize =
  (size: AppState["size"]) =>
  (state: AppState): AppState => {
    const { items, view } = state.webhooks;
    const webhookRows = layoutOf({ size, screen: "webhooks" }).listRows;
    const jobRows = layoutOf({ size, screen: "jobs" }).listRows;
    const { jobs } = state;
    const lists = withWebhooks({ view: keepInView(view, items.length, webhookRows) })({ ...state, size });
    const filled = withJobs({ view: keepInView(jobs.view, jobs.items.length, jobRows) })(lists);
    return fillWindow(layoutOf({ size, screen: "deliveries" }).listRows)(filled);
  };
