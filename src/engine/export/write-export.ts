import { deliveryLine } from "../../exports/delivery-line.ts";
import { harEnd, harEntry, harStart } from "../../exports/har.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import { machineJson } from "../../text/machine-json.ts";
import { version } from "../version.ts";
import { type ExportFile, openExportFile } from "./export-file.ts";
import type { ExportKind } from "./export-kinds.ts";
import { writeScripts } from "./export-scripts.ts";

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
  if (kind === "curl") return writeScripts(path, deliveries, { force });
  const file = await openExportFile(path, { force });
  try {
    await writeDeliveries(file, kind, deliveries);
    await file.place();
  } finally {
    await file.close();
  }
}

/** Writes deliveries as lines of JSON or as a HAR document. */
export async function writeDeliveries(
  file: Pick<ExportFile, "write">,
  kind: Exclude<ExportKind, "curl">,
  deliveries: AsyncIterable<DeliveryDetail>,
): Promise<void> {
  if (kind === "ndjson") {
    for await (const delivery of deliveries) await file.write(`${deliveryLine(delivery)}\n`);
    return;
  }
  await file.write(harStart(version));
  let before = "\n";
  for await (const delivery of deliveries) {
    await file.write(before + machineJson(harEntry(delivery)));
    before = ",\n";
  }
  await file.write(`\n${harEnd}\n`);
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
