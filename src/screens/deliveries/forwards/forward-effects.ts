import type { Selection } from "../../../store/selection.ts";
import { plural } from "../../../text/numbers.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type FeatureContext, receiverNow } from "../../context.ts";
import { actedOn } from "../marks/marks.ts";
import { deliveriesSlice } from "../state.ts";
import { type Extent, forwardsKind, forwardsMenu } from "./forwards-menu.ts";
import { countWaiting, eachWaiting } from "./waiting-forwards.ts";

export interface ForwardEffects {
  /** Opens the menu of forwards, and counts what waits. */
  openForwards(): void;
  /** Holds all forwards, or resumes them. */
  holdForwards(held: boolean): Promise<void>;
  /** Sends what waits now. */
  retryForwards(extent: Extent): Promise<void>;
  /** Gives up what waits. */
  dropForwards(extent: Extent): Promise<void>;
}

/** @param reload reads the matches of the filter again */
export function createForwardEffects(
  { store, services }: FeatureContext,
  reload: () => void,
): ForwardEffects {
  async function count(extent: Extent): Promise<void> {
    const selection = selectionOf(store.get(), extent);
    if (selection === null) return;
    const counted = await countWaiting(services().reader, selection);
    forwardsKind.change(store, (menu) => ({ ...menu, waiting: { ...menu.waiting, [extent]: counted } }));
  }

  /** Acts on what waits in an extent. Returns the number of changed deliveries. */
  async function act(
    extent: Extent,
    change: (seqs: readonly number[] | null) => Promise<number>,
  ): Promise<number> {
    const { filter } = deliveriesSlice.get(store.get());
    if (extent === "matching" && filter.terms.length === 0) return change(null);
    const selection = selectionOf(store.get(), extent);
    return selection === null ? 0 : eachWaiting(services().reader, selection, change);
  }

  function tell(changed: number, done: string): void {
    const some = plural(changed, "waiting forward");
    if (changed === 0) showMessage(store, "warn", "None of these deliveries waits for its forward.");
    else showMessage(store, "ok", `${done} ${some}`);
  }

  return {
    openForwards() {
      store.dispatch(forwardsKind.open(forwardsMenu));
      Promise.all([count("chosen"), count("matching")]).catch((error: unknown) => report(store, error));
    },
    async holdForwards(held) {
      await receiverNow(services).holdForward(held);
      const text = held ? "Forwards are held; deliveries wait" : "Forwards are resumed";
      showMessage(store, "ok", text);
    },
    async retryForwards(extent) {
      const receiver = receiverNow(services);
      tell(await act(extent, (seqs) => receiver.retryForwards(seqs)), "Sending");
    },
    async dropForwards(extent) {
      const receiver = receiverNow(services);
      const dropped = await act(extent, (seqs) => receiver.dropForwards(seqs));
      if (dropped > 0) reload();
      tell(dropped, "Dropped");
    },
  };
}

function selectionOf(state: AppState, extent: Extent): Selection | null {
  if (extent === "chosen") return actedOn(state);
  const { filter, lastSeq } = deliveriesSlice.get(state);
  return { filter, untilSeq: lastSeq };
}
