import { serveWorkerCalls } from "../../async/worker-calls.ts";
import type { StoreLocation } from "../../store/store.ts";
import { openStore } from "../stores.ts";
import { withViolations } from "./with-violations.ts";

serveWorkerCalls(async (location: StoreLocation) =>
  withViolations((await openStore(location)).deliveries.openReader()),
);
