import { serveWorkerCalls } from "../../async/worker-calls.ts";
import { guardDecompression } from "../../store/sqlite/decompressing.ts";
import { openDeliveryReader } from "../../store/sqlite/deliveries/delivery-reader.ts";

export interface ReaderThreadData {
  readonly dataDir: string;
  /** See store/sqlite/decompressing.ts. */
  readonly decompression: SharedArrayBuffer;
}

serveWorkerCalls(({ dataDir, decompression }: ReaderThreadData) => {
  guardDecompression(decompression);
  return openDeliveryReader(dataDir);
});
