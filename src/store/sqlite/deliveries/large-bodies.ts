import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import { uninterruptible } from "../../../async/uninterruptible.ts";
import type { NewDelivery } from "../../../model/delivery.ts";
import { StoreDamagedError } from "../../errors.ts";
import type { Row } from "../rows.ts";

/** A larger body is kept apart: compressed, and once however many deliveries have it. */
const largeBytes = 65_536;

/**
 * Measured with 5 MiB of JSON on one core: zstd at level 1 takes 13 ms and leaves 32 %, level 3 30 ms for 35 %, gzip at its quickest 55 ms
 * for 37 %, brotli 21 ms for 34 %; reading it back takes 7 ms. Bytes at random cost 3 ms.
 */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** What saves less than a tenth is kept as it came, which is quicker to read. */
const worthwhile = 0.9;

const compress = promisify(zstdCompress);

/** A large body as it is kept. */
export interface LargeBody {
  /** Of the body itself. */
  readonly sha256: Uint8Array;
  readonly coding: "zstd" | "plain";
  readonly data: Uint8Array;
}

function isLarge({ body }: Pick<NewDelivery, "body">): boolean {
  return body.length > largeBytes;
}

/** Compresses in a thread of the pool: the deliveries that come meanwhile are not held up. */
async function packLargeBody({ body, bytes, sha256 }: NewDelivery): Promise<LargeBody> {
  const packed = await compress(body, level);
  const isSmaller = packed.length < worthwhile * body.length;
  return {
    // What the delivery says of a body that was cut is not about the part that is kept.
    sha256: Buffer.from(
      typeof sha256 === "string" && bytes === body.length ? sha256 : hash("sha256", body, "hex"),
      "hex",
    ),
    coding: isSmaller ? "zstd" : "plain",
    data: isSmaller ? packed : body,
  };
}

/** Appends deliveries, those with a large body when that is compressed. */
export interface PackingAppend {
  append(delivery: NewDelivery): Promise<number>;
  /** Resolves when no body is being compressed of those that were handed over before. */
  settled(): Promise<void>;
}

export function createPackingAppend(
  add: (delivery: NewDelivery, large: LargeBody | null) => Promise<number>,
): PackingAppend {
  const packing = new Set<Promise<number>>();

  function addLarge(delivery: NewDelivery): Promise<number> {
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

/** Prepares what finds or keeps a large body; to be called inside a transaction. @returns its id in `bodies` */
export function prepareLargeBodies(db: DatabaseSync): (large: LargeBody) => number {
  const find = db.prepare("SELECT id FROM bodies WHERE sha256 = ?");
  const insert = db.prepare("INSERT INTO bodies (sha256, coding, data) VALUES (?, ?, ?) RETURNING id");
  return ({ sha256, coding, data }) => Number((find.get(sha256) ?? insert.get(sha256, coding, data))?.["id"]);
}

/** Where the bodies of `contents AS c` are, for a FROM; with `bodyColumns` in the SELECT, `bodyFromRow` reads them. */
export const largeBodyJoin = "LEFT JOIN bodies AS b ON b.id = c.body_id";
export const bodyColumns = "coalesce(b.data, c.body) AS body, b.coding";

/** The body as it came. @throws {StoreDamagedError} what was compressed does not come out again */
export function bodyFromRow(row: Row): Uint8Array {
  const data = row["body"] instanceof Uint8Array ? row["body"] : new Uint8Array();
  if (row["coding"] !== "zstd") return data;
  try {
    return uninterruptible(() => zstdDecompressSync(data));
  } catch (cause) {
    throw new StoreDamagedError({
      what: "the body of a delivery is damaged",
      why: `it cannot be decompressed: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: "Check the disk it is on; the other deliveries can still be read",
      cause,
    });
  }
}
