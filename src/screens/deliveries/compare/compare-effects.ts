import { resolve } from "node:path";
import process from "node:process";
import { writeFileAtomic } from "../../../files/write-file-atomic.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { FeatureContext } from "../../context.ts";
import { comparedPair } from "./compared-pair.ts";
import { type Comparison, comparisonKind } from "./comparison.ts";
import { findDelivery } from "./find-delivery.ts";

export interface CompareEffects {
  /** Compares the two marked deliveries, or the selected one with its counterpart. */
  compare(): Promise<void>;
  /** Shows the comparison as text or by path. */
  toggleText(): Promise<void>;
  /** Exchanges the two deliveries of the open comparison. */
  swapCompared(): Promise<void>;
  /** Writes the comparison as text to a new file of the working directory. */
  exportCompared(): Promise<void>;
}

/** Maximum lines of a text difference on the screen; the export has all. */
const maxLines = 5_000;

export function createCompareEffects({ store, services }: FeatureContext): CompareEffects {
  async function load(
    before: number,
    after: number,
    { why, view }: Pick<Comparison, "why" | "view">,
  ): Promise<Comparison | null> {
    const { reader } = services();
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

  async function readText(): Promise<void> {
    const open = comparisonKind.find(store.get());
    if (open?.view !== "text" || open.text !== null) return;
    const text = await services().reader.textDiff(open.before.seq, open.after.seq, maxLines);
    if (text === null) return;
    comparisonKind.change(store, (now) => (now.difference === open.difference ? { ...now, text } : now));
  }

  return {
    async compare() {
      const pair = await comparedPair(store.get(), services().reader);
      if ("reason" in pair) {
        showMessage(store, "warn", pair.reason);
        return;
      }
      const comparison = await load(pair.before, pair.after, { why: pair.why, view: "paths" });
      if (comparison !== null) store.dispatch(comparisonKind.open(comparison));
    },
    async swapCompared() {
      const open = comparisonKind.find(store.get());
      if (open === null) return;
      const swapped = await load(open.after.seq, open.before.seq, open);
      if (swapped === null) return;
      comparisonKind.change(store, (now) => (now === open ? swapped : now));
      await readText();
    },
    async toggleText() {
      comparisonKind.change(store, (open) => ({
        ...open,
        view: open.view === "text" ? "paths" : "text",
        at: 0,
        top: 0,
      }));
      await readText();
    },
    async exportCompared() {
      const open = comparisonKind.find(store.get());
      if (open === null) return;
      const [before, after] = [open.before.seq, open.after.seq];
      const text = await services().reader.textDiff(before, after, Number.POSITIVE_INFINITY);
      if (text === null) return;
      if (text.lines.length === 0) {
        showMessage(store, "warn", "The texts are the same, so there is no difference to export.");
        return;
      }
      const file = resolve(process.cwd(), `delivery-${before}-${after}.diff`);
      const isNew = writeFileAtomic(file, text.lines.map((line) => `${line}\n`).join(""), {
        mode: 0o600,
        replace: false,
      });
      if (isNew) showMessage(store, "ok", `Wrote ${file}`);
      else showMessage(store, "warn", `${file} was not written, because it exists. Move it and try again.`);
    },
  };
}
