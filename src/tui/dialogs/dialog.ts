import type { Command } from "../../app/commands/command.ts";
import type { AppState } from "../../app/slice.ts";
import type { Overlay } from "../../app/state/overlays.ts";
import { activityBox, dispatchBox } from "./activity-box.ts";
import type { Floating } from "./box.ts";
import { forwardBox } from "./forward-box.ts";
import { helpBox, messagesBox, paletteBox } from "./list-boxes.ts";
import { commentBox, confirmBox, replayBox, triggerBox } from "./small-boxes.ts";
import { strayWebhooksBox } from "./stray-webhooks-box.ts";
import { webhookFormBox } from "./webhook-form-box.ts";

/** Draws an overlay. */
export function dialog(state: AppState, overlay: Overlay, commands: readonly Command[]): Floating {
  switch (overlay.kind) {
    case "confirm":
      return confirmBox(state, overlay);
    case "palette":
      return paletteBox(state, overlay, commands);
    case "help":
      return helpBox(state, overlay, commands);
    case "messages":
      return messagesBox(state, overlay);
    case "webhook-form":
      return webhookFormBox(state, overlay);
    case "trigger":
      return triggerBox(state, overlay);
    case "replay":
      return replayBox(state, overlay);
    case "forward":
      return forwardBox(state, overlay);
    case "stray-webhooks":
      return strayWebhooksBox(state, overlay);
    case "activity":
      return activityBox(state, overlay);
    case "dispatch":
      return dispatchBox(state, overlay);
    case "comment":
      return commentBox(state, overlay);
  }
}
