import type { DeliveryDetail } from "../../model/delivery.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import { writeExportDirectory } from "./export-directory.ts";
import { openExportFile } from "./export-file.ts";
import { type ExportKind, exportFormats } from "./formats.ts";

/**
 * Writes deliveries to a file or a directory, which is complete when it appears under its name.
 * @throws {FileNotWrittenError} the path exists and `force` is not set, or it cannot be written
 */
export async function writeExport(
  path: string,
  kind: ExportKind,
  deliveries: AsyncIterable<DeliveryDetail>,
  { force }: { readonly force: boolean },
): Promise<void> {
  const format = exportFormats[kind];
  if (format.output === "directory") {
    return writeExportDirectory(path, deliveries, format.write, { force });
  }
  const file = await openExportFile(path, { force });
  try {
    for await (const text of format.write(deliveries)) await file.write(text);
    await file.place();
  } finally {
    await file.close();
  }
}

/** Reads deliveries one by one. A delivery may be pruned after its number was read. */
export async function* readDeliveries(
  reader: Pick<DeliveryReader, "get">,
  seqs: AsyncIterable<number>,
): AsyncGenerator<DeliveryDetail> {
  for await (const seq of seqs) {
    const delivery = await reader.get(seq);
    if (delivery !== null) yield delivery;
  }
}
