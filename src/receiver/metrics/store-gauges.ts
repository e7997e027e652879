import { Gauge, type Registry } from "prom-client";
import type { StoreStatus } from "../../store/status.ts";

/** Creates the gauges of a store on other machines. Returns a function that sets them; null removes all. */
export function createStoreGauges(registry: Registry): (status: StoreStatus | null) => void {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `hooklens_store_${name}`, help, registers: [registry] });
  const connected = gauge("connected", "1 if the store is connected, 0 if not");
  const current = gauge("replicas_current", "Replicas of the log that are up to date");
  const configured = gauge("replicas", "Replicas of the log that are configured");
  const waiting = gauge("forwards_waiting", "Forwards in the queue of the store");
  const limit = gauge("forwards_limit", "Number of forwards at which the queue of the store stalls");
  const lag = gauge("lag", "Deliveries that the log has and the data directory not yet");

  return (status) => {
    set(connected, status === null ? undefined : Number(status.connected));
    set(current, status?.replicas?.current);
    set(configured, status?.replicas?.of);
    set(waiting, status?.forwards?.waiting);
    set(limit, status?.forwards?.limit ?? undefined);
    set(lag, status?.lag ?? undefined);
  };
}

function set(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}
