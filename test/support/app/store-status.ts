import type { StoreStatus } from "../../../src/store/status.ts";

/** Returns the condition of a healthy cluster of three servers. */
export function storeStatus(over: Partial<StoreStatus> = {}): StoreStatus {
  return {
    kind: "nats",
    address: "nats://10.0.0.1:4222,10.0.0.2:4222/hooklens",
    name: "hooklens",
    connected: true,
    sinceMs: 0,
    server: "n1",
    cluster: "lab",
    version: "2.12.1",
    replicas: { current: 3, of: 3 },
    isWritable: true,
    forwards: { waiting: 0, limit: 100_000 },
    lag: 0,
    catchUp: null,
    guarantee: "a 2xx survives the loss of one of three servers",
    ...over,
  };
}
