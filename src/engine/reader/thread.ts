import { serveWorkerCalls } from "../../async/worker-calls.ts";
import type { StoreLocation } from "../../store/store.ts";
import { openStore } from "../stores.ts";
import { readerMethods } from "./reader-methods.ts";

serveWorkerCalls(async (location: StoreLocation) =>
  readerMethods((await openStore(location)).deliveries.openReader()),
);
