import type { Pictures } from "../pictures.ts";
import { actPictures } from "./acts.ts";
import { corePictures } from "./core.ts";
import { deliveryPictures } from "./deliveries.ts";
import { jobPictures } from "./jobs.ts";
import { messagePictures } from "./messages.ts";
import { policyPictures } from "./policies.ts";
import { receiverPictures } from "./receiver.ts";
import { webhookPictures } from "./webhooks.ts";

/** Pictures of all screens, dialogs and parts of the frame. */
export const allPictures: readonly Pictures[] = [
  ...webhookPictures,
  ...deliveryPictures,
  ...actPictures,
  ...policyPictures,
  ...jobPictures,
  ...messagePictures,
  ...receiverPictures,
  ...corePictures,
];
