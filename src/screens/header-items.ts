import { span, type Span } from "../text/line.ts";
import { count, plural } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { v } from "../text/visible.ts";
import type { HeaderItem } from "../tui/records/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import { windowSlice } from "../tui/state/window.ts";
import { type Session, sessionSlice } from "./connection-state.ts";
import { deliveriesSlice } from "./deliveries/state/deliveries.ts";
import { linkDot } from "./header/link-dot.ts";
import { receiverItems } from "./header/receiver-items.ts";
import { storeItem } from "./header/store-item.ts";

/** Returns the states in the header: hub, receiver, forward, errors of the store, and rate. */
export function headerItems(state: AppState): readonly HeaderItem[] {
  const session = sessionSlice.get(state);
  const { nowMs } = windowSlice.get(state);
  const { setAside, store } = session.receiver;
  const items: readonly (HeaderItem | null)[] = [
    hubItem(session.hub, nowMs),
    ...receiverItems(session.receiver, nowMs),
    store === null ? null : storeItem(store, nowMs),
    notStoringItem(session.receiver),
    setAside.length === 0
      ? null
      : {
          variants: [
            [span(v`▲ ${plural(setAside.length, "file")} set aside`, "warn")],
            [span(v`▲ ${plural(setAside.length, "file")}`, "warn")],
          ],
          rank: 2,
          isKept: false,
        },
    rateItem(deliveriesSlice.get(state).rates),
  ];
  return items.filter((item) => item !== null);
}

/** Warns about unstored deliveries; null if all is well or the store's item explains it. */
function notStoringItem({ storing, store }: Session["receiver"]): HeaderItem | null {
  if (storing.ok || (store !== null && !(store.connected && store.isWritable))) return null;
  const short = v`✗ not storing`;
  return {
    variants: [v`${short}: ${storing.reason}`, short].map((text) => [span(text, "error")]),
    rank: 9,
    isKept: true,
  };
}

function hubItem({ link, name, local, account, moved }: Session["hub"], nowMs: number): HeaderItem {
  const dot = linkDot(link);
  const rank = 4;
  if (link.state === "lost") {
    const age = relativeTime(link.sinceMs, nowMs);
    const variants = [v`✗ hub ${name} lost ${age}`, v`✗ hub lost ${age}`, v`✗hub ${age}`];
    return { variants: variants.map((text) => [span(text, "error")]), rank, isKept: true };
  }
  if (link.state === "connecting") {
    const variants = [
      [dot, span(v` hub ${name} connecting…`, "muted")],
      [dot, span(v`hub`, "muted")],
    ];
    return { variants, rank, isKept: false };
  }
  const port: readonly Span[] =
    moved === null ? [] : [span(v` on ${moved.to} (usually ${moved.from})`, "warn")];
  const user = account === null ? [] : [span(v` · ${account}`)];
  return {
    variants: [
      [dot, span(v` hub ${name}`), ...port, ...user],
      [dot, span(v` ${name}`), ...user],
      [dot, span(local && account !== null ? v`${account}` : v`${name}`)],
    ],
    rank,
    isKept: false,
  };
}

const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
/** Seconds of a short rate. */
const shortSeconds = 4;

function rateItem(rates: readonly number[]): HeaderItem | null {
  const most = Math.max(...rates, 1);
  const last = rates.at(-1);
  if (last === undefined) return null;
  const picture = rates.map((rate) => bars[Math.round((rate / most) * (bars.length - 1))] ?? "▁");
  const variants = [picture, picture.slice(-shortSeconds), []].map((shown) => [
    span(v`${shown.join("")}${shown.length === 0 ? "" : " "}${count(last)}/s`, "accent"),
  ]);
  return { variants, rank: 8, isKept: false, isRemovedFirst: true };
}
