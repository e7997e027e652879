import { serveWorkerCalls } from "../../async/worker-calls.ts";
import type { StoreLocation } from "../../store/store.ts";
import { openStore } from "../stores.ts";

serveWorkerCalls(async (location: StoreLocation) => (await openStore(location)).deliveries.openReader());
