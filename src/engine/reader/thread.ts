import { serveWorkerCalls } from "../../async/worker-calls.ts";
import type { StoreLocation } from "../../store/store.ts";
import { openStore } from "../stores.ts";
import { readerServices } from "./reader-services.ts";

serveWorkerCalls(async (location: StoreLocation) =>
  readerServices((await openStore(location)).deliveries.openReader()),
);
