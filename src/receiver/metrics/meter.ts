import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Outcome } from "../../model/delivery.ts";
import type { StoreStatus } from "../../store/status.ts";
import { createStoreGauges } from "./store-gauges.ts";

/** State of a receiver at the time of a request for metrics. */
export interface ReceiverGauges {
  readonly version: string;
  /** Deliveries whose forward is in progress, waits for a place, or waits for its next attempt. */
  readonly sending: number;
  readonly queued: number;
  readonly waiting: number;
  /** True for a reachable forward target; null if unknown, or without a target. */
  readonly targetUp: boolean | null;
  /** True if deliveries can be stored. */
  readonly storing: boolean;
  /** Condition of a store on other machines; null if the store is on this machine. */
  readonly store: StoreStatus | null;
  /** Size of all files of the log. */
  readonly logBytes: number;
  /** Free space of the disk of the log. */
  readonly freeBytes: number;
  readonly lastSeq: number;
}

/** Result of a delivery. */
export interface Counted {
  /** Empty for a request to no route. */
  readonly route: string;
  readonly outcome: Outcome;
  /** Class of the reason for a refusal or failure; empty without one. */
  readonly reason: string;
}

/** Metrics in the text format of Prometheus. */
export interface Meter {
  counted(delivery: Counted): void;
  notStored(): void;
  handled(route: string, seconds: number): void;
  forwarded(route: string, seconds: number): void;
  /** Records an attempt of a forward. @param result class of the status: `2xx`, or `no_response` */
  attempted(result: string, seconds: number): void;
  text(gauges: ReceiverGauges): Promise<string>;
  readonly contentType: string;
}

/** Upper bounds of durations in seconds: from a handler without I/O to the limit of an attempt. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of one receiver, in a registry of their own. */
export function createMeter(): Meter {
  const registry = new Registry();
  const registers = [registry];
  const deliveries = new Counter({
    name: "hooklens_deliveries_total",
    help: "Deliveries by route, outcome and class of the reason of a refusal or failure",
    labelNames: ["route", "outcome", "reason"],
    registers,
  });
  const notStored = new Counter({
    name: "hooklens_deliveries_not_stored_total",
    help: "Deliveries that could not be stored; their senders got 503",
    registers,
  });
  const duration = (name: string, help: string, label: string) =>
    new Histogram({
      name: `hooklens_${name}_duration_seconds`,
      help,
      labelNames: [label],
      buckets,
      registers,
    });
  const handler = duration(
    "handler",
    "Time from the arrival of a delivery to the end of its handler",
    "route",
  );
  const forward = duration(
    "forward",
    "Time from the arrival of a delivery to the end of its forward",
    "route",
  );
  const attempt = duration("forward_attempt", "Duration of an attempt of a forward", "result");
  const gauge = (name: string, help: string) => new Gauge({ name: `hooklens_${name}`, help, registers });
  const queue = new Gauge({
    name: "hooklens_forward_queue",
    help: "Deliveries to forward: being sent, waiting for a place, or waiting for their next attempt",
    labelNames: ["state"],
    registers,
  });
  const target = gauge("forward_target_up", "1 if the forward target can be reached, 0 if not");
  const storing = gauge("storing", "1 if deliveries can be stored, 0 if not, as at /healthz");
  const setStore = createStoreGauges(registry);
  const logBytes = gauge("log_bytes", "Size of all files of the log");
  const freeBytes = gauge("disk_free_bytes", "Free space of the disk of the log");
  const lastSeq = gauge("last_seq", "Number of the newest delivery");
  const build = new Gauge({
    name: "hooklens_build_info",
    help: "Version of hooklens",
    labelNames: ["version"],
    registers,
  });

  return {
    counted: ({ route, outcome, reason }) => deliveries.inc({ route, outcome, reason }),
    notStored: () => notStored.inc(),
    handled: (route, seconds) => handler.observe({ route }, seconds),
    forwarded: (route, seconds) => forward.observe({ route }, seconds),
    attempted: (result, seconds) => attempt.observe({ result }, seconds),
    text(now) {
      queue.set({ state: "sending" }, now.sending);
      queue.set({ state: "queued" }, now.queued);
      queue.set({ state: "waiting" }, now.waiting);
      if (now.targetUp === null) target.remove();
      else target.set(Number(now.targetUp));
      storing.set(Number(now.storing));
      setStore(now.store);
      logBytes.set(now.logBytes);
      freeBytes.set(now.freeBytes);
      lastSeq.set(now.lastSeq);
      build.set({ version: now.version }, 1);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
