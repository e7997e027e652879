import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { parseDeliveryLine } from "../exports/parse-delivery-line.ts";
import { UsageError } from "../model/errors.ts";
import type { DeliveryLog, Imported, ImportOptions, StoredDelivery } from "../store/delivery-log.ts";
import { textLines } from "./text-lines.ts";

/** Maximum number and size of the lines of a batch; a batch is one transaction. */
const batchLines = 256;
const batchLength = 4_000_000;

/** Maximum number of wrong lines that are named. */
const namedLines = 5;

/** Start of every file of SQLite (https://www.sqlite.org/fileformat2.html). */
const sqliteMagic = Buffer.from("SQLite format 3\0");

/** Hint for a file of no importable kind. */
const hint = "Choose a file of hooklens deliveries export, a backup, or a log that was set aside";

/**
 * Imports a set-aside log, a backup or an NDJSON export into a log.
 * @throws {UsageError} the file does not exist, is no regular file or the log itself, or has no deliveries
 * @throws {StoreDamagedError | StoreVersionError} the file cannot be read as a log
 */
export async function importFile(
  log: DeliveryLog,
  file: string,
  options: ImportOptions = {},
): Promise<Imported> {
  if ((await kindOf(file)) === "log") return { ...(await log.import(file, options)), wrongLines: [] };
  const wrong: Imported["wrongLines"][number][] = [];
  const counts = { wrong: 0 };
  const { inserted, skipped } = await log.insert(
    batchesOf(file, (line, why) => {
      counts.wrong += 1;
      if (wrong.length < namedLines) wrong.push({ line, why });
    }),
    options,
  );
  const [first] = wrong;
  if (inserted + skipped === 0 && first !== undefined && options.signal?.aborted !== true) {
    throw new UsageError({
      what: `${file} has no deliveries`,
      why: `line ${first.line}: ${first.why}`,
      hint,
    });
  }
  return { imported: inserted, skipped, unreadable: counts.wrong, wrongLines: wrong, file };
}

/**
 * Returns the kind of a file by its first bytes. Without those of SQLite, only a binary file is a log: damage may
 * have destroyed them.
 * @throws {UsageError} there is no such file, it is no regular file, or of another kind
 */
async function kindOf(file: string): Promise<"log" | "export"> {
  const found = await stat(file).catch((error: unknown) => {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new UsageError({
      what: isMissing ? `there is no file ${file}` : `${file} cannot be read`,
      ...(isMissing ? {} : { why: String(error) }),
      hint: "Check the path",
      cause: error,
    });
  });
  if (!found.isFile()) {
    const what = found.isDirectory() ? "a directory" : "a pipe, a socket or a device";
    throw new UsageError({ what: `${file} cannot be imported`, why: `it is ${what}`, hint });
  }
  const start = await startOf(file);
  if (start.length === 0) {
    throw new UsageError({ what: `${file} cannot be imported`, why: "it is empty", hint });
  }
  if (start.subarray(0, sqliteMagic.length).equals(sqliteMagic)) return "log";
  const packed = packedKind(start);
  if (packed !== null) {
    throw new UsageError({
      what: `${file} cannot be imported`,
      why: `it is compressed with ${packed}`,
      hint: "Unpack it, and import what was in it",
    });
  }
  const isUtf16 = start[0] === 0xff ? start[1] === 0xfe : start[0] === 0xfe && start[1] === 0xff;
  return start.includes(0) && !isUtf16 ? "log" : "export";
}

async function startOf(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(512), position: 0 });
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    throw new UsageError({
      what: `${file} cannot be read`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: "Check its permissions",
      cause,
    });
  }
}

/** Returns the name of the format of a compressed file; null for others. */
function packedKind(start: Buffer): string | null {
  const formats = { gzip: "1f8b", zip: "504b0304", zstd: "28b52ffd", xz: "fd377a585a00", bzip2: "425a68" };
  const hex = start.toString("hex");
  return Object.entries(formats).find(([, magic]) => hex.startsWith(magic))?.[0] ?? null;
}

/** Yields the deliveries of an export. @param onWrong called with each line that is no delivery, and the reason */
async function* batchesOf(
  file: string,
  onWrong: (line: number, why: string) => void,
): AsyncGenerator<readonly StoredDelivery[]> {
  let batch: StoredDelivery[] = [];
  let length = 0;
  for await (const { number, text, bytes } of textLines(createReadStream(file))) {
    const parsed = text === null ? "it is too long or not UTF-8" : parseDeliveryLine(text);
    if (typeof parsed === "string") {
      onWrong(number, parsed);
      continue;
    }
    batch.push(parsed);
    length += bytes;
    if (batch.length < batchLines && length < batchLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}
