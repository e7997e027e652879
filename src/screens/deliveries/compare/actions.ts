import type { Command } from "../../../tui/commands/command.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import type { DeliveriesEffects } from "../start.ts";
import type { CompareEffects } from "./compare-effects.ts";
import { needsPair } from "./compared-pair.ts";
import { movedToChange } from "./comparison-dialog.ts";
import { comparisonText } from "./comparison-lines.ts";
import { comparisonKind } from "./comparison.ts";

/** Command that opens the comparison. */
export const compareDeliveriesCommand: Command<DeliveriesEffects> = {
  id: "deliveries.compare",
  scope: "deliveries",
  keys: ["D"],
  title: "Compare two deliveries",
  footerLabel: "compare",
  disabledReason: needsPair,
  run: ({ effects }) => effects.compare(),
};

function changeCommand(id: string, key: string, title: string, step: 1 | -1): Command<CompareEffects> {
  return {
    id: `comparison.${id}`,
    scope: "comparison",
    keys: [key],
    title,
    ...(step === 1 && { footerLabel: "next change" }),
    run: ({ store }) => comparisonKind.change(store, (open) => movedToChange(store.get(), open, step)),
  };
}

/** Commands of the open comparison. */
export const comparisonCommands: readonly Command<CompareEffects>[] = [
  {
    id: "comparison.view",
    scope: "comparison",
    keys: ["tab", "t"],
    title: "Show paths or text",
    footerLabel: (state) => (comparisonKind.find(state)?.view === "text" ? "paths" : "text"),
    run: ({ effects }) => effects.toggleText(),
  },
  changeCommand("next", "n", "Go to the next change", 1),
  changeCommand("previous", "N", "Go to the previous change", -1),
  {
    id: "comparison.swap",
    scope: "comparison",
    keys: ["x"],
    title: "Swap the two sides",
    footerLabel: "swap",
    run: ({ effects }) => effects.swapCompared(),
  },
  {
    id: "comparison.copy",
    scope: "comparison",
    keys: ["y"],
    title: "Copy the comparison",
    footerLabel: "copy",
    run({ store, terminal }) {
      const open = comparisonKind.find(store.get());
      if (open !== null) terminal.copy(comparisonText(open), "the comparison");
    },
  },
  {
    id: "comparison.export",
    scope: "comparison",
    keys: ["X"],
    title: "Export the comparison as text",
    footerLabel: "export",
    run: ({ effects }) => effects.exportCompared(),
  },
  {
    id: "comparison.close",
    scope: "comparison",
    keys: ["esc", "q"],
    title: "Close the comparison",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
