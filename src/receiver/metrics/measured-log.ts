import type { Delivery } from "../../model/delivery.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { Meter } from "./meter.ts";

/** Log whose deliveries are measured. */
export interface MeasuredLog {
  readonly log: DeliveryLog;
  /** Returns the meter; loads it on the first call. */
  meter(): Promise<Meter>;
  /** Stops the loading of the meter. */
  close(): void;
}

/** Delivery whose action runs. */
interface Running {
  readonly route: string;
  /** True for a forward as the action. */
  isForward: boolean;
}

/**
 * Delay after which the meter is loaded, in milliseconds: the start of a receiver does not wait for it. It is loaded
 * later if no file can be opened then.
 */
const loadAfterMs = 1000;

/** Measures a receiver's writes to a log: deliveries, outcomes and attempts. */
export function measureLog(log: DeliveryLog): MeasuredLog {
  const running = new Map<number, Running>();
  /** Measurements before the meter is loaded. */
  let early: ((meter: Meter) => void)[] = [];
  let loaded: Meter | null = null;
  let loading: Promise<Meter> | null = null;
  const timer = setInterval(() => {
    meter().then(
      () => clearInterval(timer),
      () => undefined,
    );
  }, loadAfterMs);
  timer.unref();

  function meter(): Promise<Meter> {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loaded === null ? loading : Promise.resolve(loaded);
  }

  async function load(): Promise<Meter> {
    const { createMeter } = await import("./meter.ts");
    const created = createMeter();
    for (const measure of early) measure(created);
    early = [];
    loaded = created;
    return created;
  }

  function measure(record: (meter: Meter) => void): void {
    if (loaded === null) early.push(record);
    else record(loaded);
  }

  const measured: DeliveryLog = {
    ...log,
    append(delivery) {
      const added = log.append(delivery);
      const route = delivery.route ?? "";
      const { outcome } = delivery;
      added.then(
        ({ seq }) => {
          if (outcome === "pending") running.set(seq, { route, isForward: false });
          else measure((to) => to.counted({ route, outcome, reason: reasonClass(delivery) }));
        },
        () => measure((to) => to.notStored()),
      );
      return added;
    },
    setOutcome(seq, update) {
      const { outcome, status, durationMs } = update;
      if (outcome !== "pending") {
        const { route = "", isForward = true } = running.get(seq) ?? {};
        running.delete(seq);
        const reason = reasonClass({ outcome, status, auth: "ok" });
        measure((to) => {
          to.counted({ route, outcome, reason });
          if (durationMs === null) return;
          if (isForward) to.forwarded(route, durationMs / 1000);
          else to.handled(route, durationMs / 1000);
        });
      }
      return log.setOutcome(seq, update);
    },
    addAttempt(seq, attempt) {
      const found = running.get(seq);
      if (found !== undefined) found.isForward = true;
      const { status, durationMs } = attempt;
      measure((to) => to.attempted(status === null ? "no_response" : classOf(status), durationMs / 1000));
      return log.addAttempt(seq, attempt);
    },
  };
  return { log: measured, meter, close: () => clearTimeout(timer) };
}

/** Statuses of refused requests. */
const refusals: Readonly<Record<number, string>> = {
  400: "bad_request",
  403: "forbidden",
  404: "unknown_route",
  405: "method",
  413: "too_large",
  415: "content_coding",
  417: "expectation",
  421: "foreign_host",
  501: "transfer_coding",
  503: "no_room",
};

/** Returns the class of an outcome's reason. The reason itself quotes requests and cannot be a label. */
export function reasonClass({
  outcome,
  status,
  auth,
}: Pick<Delivery, "outcome" | "status" | "auth">): string {
  switch (outcome) {
    case "rejected":
      if (auth === "missing" || auth === "wrong") return `secret_${auth}`;
      return refusals[status ?? 0] ?? "other";
    case "failed":
      return status === null ? "no_response" : `status_${classOf(status)}`;
    default:
      return "";
  }
}

/** Returns `5xx` for 503. */
function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
