import type { StoreStatus } from "../../store/status.ts";
import { type Span, span } from "../../text/line.ts";
import { count, shortCount } from "../../text/numbers.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import type { HeaderItem } from "../../tui/records/registry.ts";

/** Draws a store on other machines: its name, replicas, lag, and the loss of its connection. */
export function storeItem(store: StoreStatus, nowMs: number): HeaderItem {
  const { kind, connected, sinceMs, isWritable } = store;
  const rank = 5;
  const name = placeOf(store);
  if (!connected) {
    const age = relativeTime(sinceMs, nowMs);
    const texts = [v`✗ ${kind} ${name} lost ${age}`, v`✗ ${kind} lost ${age}`, v`✗${kind} ${age}`];
    return { variants: texts.map((text) => [span(text, "warn")]), rank, isKept: true };
  }
  const dot = span(v`●`, "ok");
  const replicas = replicasOf(store);
  const states = statesOf(store);
  const reads = isWritable ? [] : [span(v` · reads only`, "warn")];
  return {
    variants: [
      [dot, span(v` ${kind} ${name}`), ...replicas, ...reads, ...states],
      [dot, span(v` ${kind}`), ...replicas, ...reads, ...states],
      [dot, span(v`${kind}`), ...replicas, ...reads, ...states.slice(0, 1)],
    ],
    rank,
    isKept: states.length > 0 || !isWritable,
  };
}

/** Returns the name of the cluster, or the host of a single server. */
function placeOf({ cluster, address }: StoreStatus): Visible {
  const host = address.replace(/^[a-z]+:\/\//, "").split(/[,/?]/, 1)[0];
  return visible(cluster ?? host ?? "");
}

/** Draws `3/3`; nothing for a log with one replica. */
function replicasOf({ replicas }: StoreStatus): readonly Span[] {
  if (replicas === null || replicas.of === 1) return [];
  const { current, of } = replicas;
  const tone = current === of ? undefined : current * 2 > of ? "warn" : "error";
  return [span(v` ${current}/${of}`, tone)];
}

/** Draws the progress of the first reading, or the lag, and a full queue of forwards. */
function statesOf({ catchUp, lag, forwards }: StoreStatus): readonly Span[] {
  const isFull = forwards !== null && forwards.limit !== null && forwards.waiting >= forwards.limit;
  return [
    ...(catchUp === null ? lagSpans(lag) : [span(v` · reading ${progress(catchUp)}`, "accent")]),
    ...(isFull ? [span(v` · ${shortCount(forwards.waiting)} forwards, queue full`, "warn")] : []),
  ];
}

function lagSpans(lag: number | null): readonly Span[] {
  return lag === null || lag === 0 ? [] : [span(v` · lag ${count(lag)}`, "warn")];
}

function progress({ done, of }: { readonly done: number; readonly of: number }): Visible {
  return v`${of === 0 ? 100 : Math.floor((100 * Math.min(done, of)) / of)} % of ${shortCount(of)}`;
}
