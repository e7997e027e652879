import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { parseDeliveryLine } from "../exports/parse-delivery-line.ts";
import { UsageError } from "../model/errors.ts";
import type { DeliveryLog, Imported, ImportOptions, StoredDelivery } from "../store/delivery-log.ts";

/** Maximum number and size of the lines of a batch; a batch is one transaction. */
const batchLines = 256;
const batchLength = 4_000_000;

/**
 * Imports a set-aside log, a backup or an NDJSON export into a log.
 * @throws {UsageError} the file does not exist, is the log itself, or has no delivery on its first line
 * @throws {StoreDamagedError | StoreVersionError} the file cannot be read as a log
 */
export async function importFile(
  log: DeliveryLog,
  file: string,
  options: ImportOptions = {},
): Promise<Imported> {
  if (!(await isExport(file))) return log.import(file, options);
  const counts = { unreadable: 0 };
  const { inserted, skipped } = await log.insert(batchesOf(file, counts), options);
  return { imported: inserted, skipped, unreadable: counts.unreadable, file };
}

/** Returns true for a file that starts as JSON; false for any other, and for one that cannot be read. */
async function isExport(file: string): Promise<boolean> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(1) });
    return bytesRead === 1 && buffer.toString("latin1") === "{";
  } catch {
    // The import of a log reports it.
    return false;
  }
}

/** Yields the deliveries of an export. @param counts receives the number of lines that are no deliveries */
async function* batchesOf(
  file: string,
  counts: { unreadable: number },
): AsyncGenerator<readonly StoredDelivery[]> {
  let batch: StoredDelivery[] = [];
  let length = 0;
  let isFirst = true;
  for await (const line of linesOf(file)) {
    const delivery = parseDeliveryLine(line);
    if (delivery === null && isFirst) {
      throw new UsageError({
        what: `${file} is not an export of deliveries`,
        why: "its first line is not a delivery",
        hint: "Choose a file of hooklens deliveries export, a backup, or a log that was set aside",
      });
    }
    isFirst = false;
    if (delivery === null) counts.unreadable += 1;
    else batch.push(delivery);
    length += line.length;
    if (batch.length < batchLines && length < batchLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Yields the lines of a file that are not empty. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const chunk of createReadStream(file, "utf8")) {
    const [first = "", ...lines] = String(chunk).split("\n");
    parts.push(first);
    for (const line of lines) {
      const whole = parts.join("");
      if (whole.trim() !== "") yield whole;
      parts = [line];
    }
  }
  const last = parts.join("");
  if (last.trim() !== "") yield last;
}
