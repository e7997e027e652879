import { openStore } from "../../../engine/stores.ts";
import { UsageError } from "../../../model/errors.ts";
import type { ChangedLimit, StoreLimits } from "../../../store/admin.ts";
import { duration } from "../../../text/duration.ts";
import { byteSize, count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount, readSize, readTime } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { canAsk, type Streams } from "../../streams.ts";
import { confirm } from "../confirm.ts";

/** Options of `store init`, as typed. */
interface InitOptions {
  readonly replicas?: string;
  readonly maxAge?: string;
  readonly maxBytes?: string;
  readonly maxAckPending?: string;
  readonly ackWait?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * Runs `store init`. Asks before a change that deletes deliveries. Returns exit code 0, or 1 if the user declined.
 * @throws {UsageError} a limit that cannot be used, or that this store does not have; no terminal to ask on
 */
export async function initStore(
  { settings, output, streams, print }: Invocation,
  options: InitOptions,
): Promise<number> {
  const { dryRun = false, yes = false } = options;
  const limits: StoreLimits = {
    replicas: read(options.replicas, readReplicas),
    maxAgeMs: read(options.maxAge, (text) => readTime(text, "--max-age")),
    maxBytes: read(options.maxBytes, (text) => readSize(text, "--max-bytes")),
    maxAckPending: read(options.maxAckPending, (text) => readCount(text, "--max-ack-pending")),
    ackWaitMs: read(options.ackWait, (text) => readTime(text, "--ack-wait")),
  };
  const admin = await (await openStore(storeLocation(settings))).openAdmin();
  try {
    const deleting = (await admin.init(limits, true)).changed.filter(({ deletes }) => deletes);
    if (!dryRun && !yes && deleting.length > 0 && !(await isAgreed(streams, deleting))) {
      output.note(v`Nothing was changed.`);
      return 1;
    }
    const { created, existing, changed, next } = await admin.init(limits, dryRun);
    await print({
      table: () => [
        ...created.map((name) => v`${dryRun ? "missing " : "created "} ${name}`),
        ...existing.map((name) => v`exists   ${name}`),
        ...changed.map((change) => v`${dryRun ? "changes " : "changed "} ${changeText(change)}`),
        ...(dryRun ? [] : [v`${next}`]),
      ],
      json: () => ({ created, existing, changed, dryRun }),
      quiet: () => created,
    });
    return 0;
  } finally {
    await admin.close();
  }
}

/** @throws {UsageError} there is no terminal to ask on */
async function isAgreed(streams: Streams, deleting: readonly ChangedLimit[]): Promise<boolean> {
  const changes = deleting.map(changeText).join(", ");
  if (!canAsk(streams)) {
    throw new UsageError({
      what: "the store was not changed",
      why: `it would delete deliveries or copies of them (${changes}), and there is no terminal to ask on`,
      hint: "Add --yes to change it without asking, or --dry-run to print the changes",
    });
  }
  return confirm(streams, v`Change ${changes}, which may delete deliveries or copies of them?`);
}

const optionNames = {
  replicas: "--replicas",
  maxAgeMs: "--max-age",
  maxBytes: "--max-bytes",
  maxAckPending: "--max-ack-pending",
  ackWaitMs: "--ack-wait",
} as const satisfies Record<keyof StoreLimits, string>;

/** Returns `--max-bytes from none to 10 kB`. */
function changeText({ limit, from, to }: ChangedLimit): string {
  return `${optionNames[limit]} from ${valueText(limit, from)} to ${valueText(limit, to)}`;
}

function valueText(limit: keyof StoreLimits, value: number | null): string {
  if (value === null) return "none";
  if (limit === "maxBytes") return byteSize(value);
  return limit === "maxAgeMs" || limit === "ackWaitMs" ? duration(value) : count(value);
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
