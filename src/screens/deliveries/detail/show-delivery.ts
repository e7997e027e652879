import { emptyFilter } from "../../../model/filter.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { FeatureContext } from "../../context.ts";
import { deliveriesLayout } from "../layout.ts";
import type { Jumps } from "../list/jumps.ts";
import { selectedIndex } from "../list/window.ts";
import { deliveriesSlice, filterReplaced, pauseFollowing, selectIndex, setDeliveries } from "../state.ts";

/** Moves of the detail to another delivery. */
export interface DetailMoves {
  /** Selects the next row of the list in a direction. */
  neighbor(direction: "newer" | "older"): void;
  /** Selects a delivery; clears a filter that it does not match. */
  show(seq: number): void;
}

export function createDetailMoves(
  { store, services }: FeatureContext,
  { reveal }: Pick<Jumps, "reveal">,
): DetailMoves {
  async function isIn(filter: typeof emptyFilter, seq: number): Promise<boolean> {
    const { rows } = await services().reader.page({ filter, from: seq, direction: "older", limit: 1 });
    return rows[0]?.seq === seq;
  }

  async function show(seq: number): Promise<void> {
    const { filter } = deliveriesSlice.get(store.get());
    store.dispatch(pauseFollowing());
    if (await isIn(filter, seq)) {
      await reveal(seq);
    } else if (await isIn(emptyFilter, seq)) {
      store.batch(() => {
        store.dispatch(setDeliveries({ selectedSeq: seq }));
        store.dispatch(filterReplaced(""));
      });
      showMessage(store, "ok", `Cleared the filter, which #${seq} does not match.`);
    } else {
      showMessage(store, "warn", `Delivery #${seq} is no longer in the log.`);
    }
  }

  return {
    neighbor(direction) {
      const state = deliveriesSlice.get(store.get());
      const index = selectedIndex(state) + state.ahead + (direction === "newer" ? -1 : 1);
      const isKnown = index >= 0 && index < state.rows.length;
      const hasMore = direction === "newer" ? state.moreAbove : state.moreBelow;
      if (isKnown || hasMore) {
        store.dispatch(selectIndex(index, deliveriesLayout(store.get()).listRows));
      } else {
        showMessage(store, "warn", `No ${direction} delivery in the list.`);
      }
    },
    show: (seq) => void show(seq).catch((error: unknown) => report(store, error)),
  };
}
