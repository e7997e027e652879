import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import { uninterruptible } from "../../../async/uninterruptible.ts";
import type { NewDelivery } from "../../../model/delivery.ts";
import { errorText } from "../../../model/errors.ts";
import { StoreDamagedError } from "../../errors.ts";
import type { Appended } from "../../events.ts";
import type { Row } from "../rows.ts";

/**
 * Maximum size of a body that is stored with its delivery, in bytes. A large body is stored compressed, and
 * once for all deliveries that have it.
 */
const largeBytes = 65_536;

/**
 * Options of the compression. Measured with 5 MiB of JSON on one core: zstd level 1 takes 13 ms and leaves 32
 * %, level 3 30 ms for 35%, the fastest gzip 55 ms for 37%, brotli 21 ms for 34%. Decompression takes 7
 * ms. Random bytes cost 3 ms.
 */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Ratio of compressed size to size, below which the compressed body is stored; an uncompressed body is faster
 * to read.
 */
const maxRatio = 0.9;

const compress = promisify(zstdCompress);

/** Large body as it is stored. */
export interface LargeBody {
  /** SHA-256 of the uncompressed body. */
  readonly sha256: Uint8Array;
  readonly coding: "zstd" | "plain";
  readonly data: Uint8Array;
}

/** Returns true if the body of a delivery is stored compressed, and once for all deliveries that have it. */
export function isLarge({ body }: Pick<NewDelivery, "body">): boolean {
  return body.length > largeBytes;
}

/** Returns the body of a delivery as it is stored if it is large; otherwise null. */
export async function packedLargeBody(delivery: NewDelivery): Promise<LargeBody | null> {
  return isLarge(delivery) ? packLargeBody(delivery) : null;
}

/** Compresses a large body in the thread pool, so that other deliveries are not delayed. */
export async function packLargeBody({ body, bytes, sha256 }: NewDelivery): Promise<LargeBody> {
  const packed = await compress(body, level);
  const isSmaller = packed.length < maxRatio * body.length;
  return {
    // The SHA-256 of a truncated delivery is that of the complete body.
    sha256: Buffer.from(
      typeof sha256 === "string" && bytes === body.length ? sha256 : hash("sha256", body, "hex"),
      "hex",
    ),
    coding: isSmaller ? "zstd" : "plain",
    data: isSmaller ? packed : body,
  };
}

/** Appender of deliveries that compresses large bodies first. */
export interface PackingAppend {
  append(delivery: NewDelivery): Promise<Appended>;
  /** Resolves when earlier appends with large bodies have ended. */
  settled(): Promise<void>;
}

export function createPackingAppend(
  add: (delivery: NewDelivery, large: LargeBody | null) => Promise<Appended>,
): PackingAppend {
  const packing = new Set<Promise<Appended>>();

  function addLarge(delivery: NewDelivery): Promise<Appended> {
    const added = packLargeBody(delivery).then((large) => add(delivery, large));
    packing.add(added);
    return added.finally(() => packing.delete(added));
  }

  return {
    append: (delivery) => (isLarge(delivery) ? addLarge(delivery) : add(delivery, null)),
    async settled() {
      await Promise.allSettled(packing);
    },
  };
}

/**
 * Prepares a function that finds or inserts a large body inside a transaction and returns its ID in `bodies`.
 */
export function prepareLargeBodies(db: DatabaseSync): (large: LargeBody) => number {
  const find = db.prepare("SELECT id FROM bodies WHERE sha256 = ?");
  const insert = db.prepare("INSERT INTO bodies (sha256, coding, data) VALUES (?, ?, ?) RETURNING id");
  return ({ sha256, coding, data }) => Number((find.get(sha256) ?? insert.get(sha256, coding, data))?.["id"]);
}

/** Returns true for a stored body of at most `maxBytes` whose SHA-256 is right: others may share it. */
export function isIntact({ sha256, coding, data }: LargeBody, maxBytes: number): boolean {
  try {
    const body = coding === "zstd" ? zstdDecompressSync(data, { maxOutputLength: maxBytes }) : data;
    return hash("sha256", body, "buffer").equals(sha256);
  } catch {
    // It cannot be decompressed, or is larger.
    return false;
  }
}

/** Join of the bodies of `contents AS c`; with `bodyColumns` in the SELECT, `bodyFromRow` reads them. */
export const largeBodyJoin = "LEFT JOIN bodies AS b ON b.id = c.body_id";
export const bodyColumns = "coalesce(b.data, c.body) AS body, b.coding";

/**
 * Returns the received body.
 * @throws {StoreDamagedError} the body cannot be decompressed
 */
export function bodyFromRow(row: Row): Uint8Array {
  const data = row["body"] instanceof Uint8Array ? row["body"] : new Uint8Array();
  if (row["coding"] !== "zstd") return data;
  try {
    return uninterruptible(() => zstdDecompressSync(data));
  } catch (cause) {
    throw new StoreDamagedError({
      what: "the body of a delivery is damaged",
      why: `it cannot be decompressed: ${errorText(cause)}`,
      hint: "Check the disk of the data directory; other deliveries can still be read",
      cause,
    });
  }
}
