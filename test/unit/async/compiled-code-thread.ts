import { getCompileCacheDir } from "node:module";
import { serveWorkerCalls } from "../../../src/async/worker-calls.ts";

serveWorkerCalls(() => ({ cacheDir: () => getCompileCacheDir() }));
