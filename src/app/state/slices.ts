import type { StoredSlice } from "../slice.ts";
import { deliveriesSlice } from "./deliveries-state.ts";
import { jobsSlice } from "./jobs-state.ts";
import { messagesSlice } from "./messages.ts";
import { navSlice } from "./overlays.ts";
import { policiesSlice } from "./policies-state.ts";
import { sessionSlice } from "./session.ts";
import { webhooksSlice } from "./webhooks-state.ts";
import { windowSlice } from "./window.ts";

/** All slices of the state. */
export const slices: readonly StoredSlice[] = [
  windowSlice,
  navSlice,
  messagesSlice,
  sessionSlice,
  webhooksSlice,
  deliveriesSlice,
  policiesSlice,
  jobsSlice,
];
