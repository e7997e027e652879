import { openStore } from "../../../engine/stores.ts";
import { UsageError } from "../../../model/errors.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount, readSize, readTime } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";

/** Options of `store init`, as typed. */
interface InitOptions {
  readonly replicas?: string;
  readonly maxAge?: string;
  readonly maxBytes?: string;
  readonly maxAckPending?: string;
  readonly ackWait?: string;
}

/** Runs `store init`. @throws {UsageError} a limit that cannot be used, or that this store does not have */
export async function initStore({ settings, print }: Invocation, options: InitOptions): Promise<void> {
  const limits = {
    replicas: read(options.replicas, readReplicas),
    maxAgeMs: read(options.maxAge, (text) => readTime(text, "--max-age")),
    maxBytes: read(options.maxBytes, (text) => readSize(text, "--max-bytes")),
    maxAckPending: read(options.maxAckPending, (text) => readCount(text, "--max-ack-pending")),
    ackWaitMs: read(options.ackWait, (text) => readTime(text, "--ack-wait")),
  };
  const admin = await (await openStore(storeLocation(settings))).openAdmin();
  try {
    const { created, existing, next } = await admin.init(limits);
    await print({
      table: () => [
        ...created.map((name) => v`created  ${name}`),
        ...existing.map((name) => v`exists   ${name}`),
        v`${next}`,
      ],
      json: () => ({ created, existing }),
      quiet: () => created,
    });
  } finally {
    await admin.close();
  }
}

function read<T>(text: string | undefined, parse: (text: string) => T): T | null {
  return text === undefined ? null : parse(text);
}

function readReplicas(text: string): number {
  if (["1", "3", "5"].includes(text)) return Number(text);
  throw new UsageError({
    what: `"${text}" is not a number of replicas`,
    why: "a majority of them decides",
    hint: "Use 1, 3 or 5",
  });
}
