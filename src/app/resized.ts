import { layoutFor } from "./layout.ts";
import { keepInView } from "./list.ts";
import { fillWindow } from "./state/deliveries-state.ts";
import { jobsSlice, setJobs } from "./state/jobs-state.ts";
import { setWebhooks, webhooksSlice } from "./state/webhooks-state.ts";
import { type Size, setWindow } from "./state/window.ts";
import type { Store } from "./store.ts";

/** Applies a new terminal size, and fills every list, including those of other screens. */
export function resize(store: Store, size: Size): void {
  const state = store.get();
  const webhooks = webhooksSlice.get(state);
  const jobs = jobsSlice.get(state);
  const webhookRows = layoutFor(size, "webhooks").listRows;
  const jobRows = layoutFor(size, "jobs").listRows;
  store.batch(() => {
    store.dispatch(setWindow({ size }));
    store.dispatch(setWebhooks({ view: keepInView(webhooks.view, webhooks.items.length, webhookRows) }));
    store.dispatch(setJobs({ view: keepInView(jobs.view, jobs.items.length, jobRows) }));
    store.dispatch(fillWindow(layoutFor(size, "deliveries").listRows));
  });
}
