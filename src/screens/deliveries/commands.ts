import { actCommands } from "./actions/commands.ts";
import { causesCommand, causesCommands } from "./causes/actions.ts";
import { compareDeliveriesCommand, comparisonCommands } from "./compare/actions.ts";
import { detailCommands } from "./detail/commands.ts";
import { valueCommands } from "./detail/value-menu.ts";
import { filterCommands } from "./filter/commands.ts";
import { savedFilterCommands } from "./filter/saved-dialog.ts";
import { forwardsCommand, forwardsCommands } from "./forwards/actions.ts";
import { listCommands, openDelivery } from "./list/commands.ts";
import { histogramCommands } from "./list/histogram-commands.ts";
import { markCommands } from "./marks/actions.ts";
import type { DeliveriesCommand } from "./running.ts";
import { startAsked } from "./work/ask-to-replace.ts";
import { workCommands } from "./work/work-dialog.ts";

/** Commands of the Deliveries screen, in the order of the help. */
export const deliveryCommands: readonly DeliveriesCommand[] = [
  openDelivery,
  ...filterCommands,
  ...savedFilterCommands,
  ...valueCommands,
  ...markCommands,
  ...actCommands,
  causesCommand,
  compareDeliveriesCommand,
  forwardsCommand,
  ...listCommands,
  ...histogramCommands,
  ...detailCommands,
  ...comparisonCommands,
  ...workCommands,
  ...forwardsCommands,
  ...causesCommands,
  startAsked,
];
