import { writeExport, readDeliveries } from "../../../engine/export/write-export.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { selectionSeqs } from "../../../store/selection.ts";
import type { App } from "../../app.ts";
import type { BulkExport } from "../state/work.ts";
import { trackWork } from "./track-work.ts";

/** Writes deliveries to a file or directory until the signal aborts, and keeps the progress in the state. */
export async function runBulkExport(
  { store, services }: App,
  { selection, total, as, path, force }: BulkExport,
  signal: AbortSignal,
): Promise<void> {
  const progress = trackWork(store, { kind: "export", where: path, total, leftOut: {} });

  async function* counted(): AsyncGenerator<DeliveryDetail> {
    const reader = services.reader.canceledBy(signal);
    for await (const delivery of readDeliveries(reader, selectionSeqs(reader, selection))) {
      signal.throwIfAborted();
      yield delivery;
      progress.count("ok");
    }
  }

  await progress.run(signal, () => writeExport(path, as, counted(), { force }));
}
