import { resolve } from "node:path";
import process from "node:process";
import { writeFileAtomic } from "../../../files/write-file-atomic.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import type { App, Command } from "../../app.ts";
import { comparedPair, requirePair } from "./compared-pair.ts";
import { movedToChange } from "./comparison-dialog.ts";
import { comparisonText } from "./comparison-lines.ts";
import { type Comparison, comparisonKind } from "./comparison.ts";
import { findDelivery } from "./find-delivery.ts";

/** Maximum lines of a text difference on the screen; the export has all. */
const maxLines = 5_000;

async function load(
  { store, services: { reader } }: App,
  before: number,
  after: number,
  { why, view }: Pick<Comparison, "why" | "view">,
): Promise<Comparison | null> {
  const [older, newer, difference] = await Promise.all([
    findDelivery(reader, before),
    findDelivery(reader, after),
    reader.compare(before, after),
  ]);
  if (older === null || newer === null || difference === null) {
    const lost = older === null ? before : after;
    showMessage(store, "warn", `Delivery #${lost} is no longer in the log, so it cannot be compared.`);
    return null;
  }
  return {
    kind: "comparison",
    before: older,
    after: newer,
    why,
    view,
    difference,
    text: null,
    at: 0,
    top: 0,
  };
}

/** Reads the difference as text if the open comparison shows text. */
async function readText({ store, services }: App): Promise<void> {
  const open = comparisonKind.find(store.get());
  if (open?.view !== "text" || open.text !== null) return;
  const text = await services.reader.textDiff(open.before.seq, open.after.seq, maxLines);
  if (text === null) return;
  comparisonKind.change(store, (now) => (now.difference === open.difference ? { ...now, text } : now));
}

/** Compares the two marked deliveries, or the selected one with its counterpart. */
async function compareDeliveries(app: App): Promise<void> {
  const { store, services } = app;
  const pair = await comparedPair(store.get(), services.reader);
  if ("reason" in pair) {
    showMessage(store, "warn", pair.reason);
    return;
  }
  const comparison = await load(app, pair.before, pair.after, { why: pair.why, view: "paths" });
  if (comparison !== null) store.dispatch(comparisonKind.open(comparison));
}

/** Exchanges the two deliveries of the open comparison. */
async function swapSides(app: App): Promise<void> {
  const { store } = app;
  const open = comparisonKind.find(store.get());
  if (open === null) return;
  const swapped = await load(app, open.after.seq, open.before.seq, open);
  if (swapped === null) return;
  comparisonKind.change(store, (now) => (now === open ? swapped : now));
  await readText(app);
}

/** Shows the comparison as text or by path. */
async function toggleText(app: App): Promise<void> {
  comparisonKind.change(app.store, (open) => ({
    ...open,
    view: open.view === "text" ? "paths" : "text",
    at: 0,
    top: 0,
  }));
  await readText(app);
}

/** Writes the comparison as text to a new file of the working directory. */
async function exportComparison({ store, services }: App): Promise<void> {
  const open = comparisonKind.find(store.get());
  if (open === null) return;
  const [before, after] = [open.before.seq, open.after.seq];
  const text = await services.reader.textDiff(before, after, Number.POSITIVE_INFINITY);
  if (text === null) return;
  if (text.lines.length === 0) {
    showMessage(store, "warn", "The texts are equal: there is no difference to export.");
    return;
  }
  const file = resolve(process.cwd(), `delivery-${before}-${after}.diff`);
  const isNew = writeFileAtomic(file, text.lines.map((line) => `${line}\n`).join(""), {
    mode: 0o600,
    replace: false,
  });
  if (isNew) showMessage(store, "ok", `Wrote ${file}`);
  else showMessage(store, "warn", `${file} was not written, because it exists. Move it and try again.`);
}

/** Command that opens the comparison. */
export const compareDeliveriesCommand: Command = {
  id: "deliveries.compare",
  scope: "deliveries",
  ...act("compare"),
  title: "Compare two deliveries",
  footerLabel: "compare",
  disabledReason: requirePair,
  run: compareDeliveries,
};

function changeCommand(id: "next" | "previous", title: string, step: 1 | -1): Command {
  return {
    id: `comparison.${id}`,
    scope: "comparison",
    ...act(id),
    title,
    ...(step === 1 && { footerLabel: "next change" }),
    run: ({ store }) => comparisonKind.change(store, (open) => movedToChange(store.get(), open, step)),
  };
}

/** Commands of the open comparison. */
export const comparisonCommands: readonly Command[] = [
  {
    id: "comparison.view",
    scope: "comparison",
    ...act("nextPane", "view"),
    title: "Show paths or text",
    footerLabel: (state) => (comparisonKind.find(state)?.view === "text" ? "paths" : "text"),
    run: toggleText,
  },
  changeCommand("next", "Go to the next change", 1),
  changeCommand("previous", "Go to the previous change", -1),
  {
    id: "comparison.swap",
    scope: "comparison",
    ...act("moreSwap"),
    title: "Swap the two sides",
    footerLabel: "swap",
    run: swapSides,
  },
  {
    id: "comparison.copy",
    scope: "comparison",
    ...act("copy"),
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
    ...act("export"),
    title: "Export the comparison as text",
    footerLabel: "export",
    run: exportComparison,
  },
  {
    id: "comparison.close",
    scope: "comparison",
    ...act("back", "leave"),
    title: "Close the comparison",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
