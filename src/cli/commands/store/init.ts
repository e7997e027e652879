import { openStore } from "../../../engine/stores.ts";
import { UsageError } from "../../../model/errors.ts";
import type { ChangedLimit, StoreLimits } from "../../../store/admin.ts";
import { duration } from "../../../text/duration.ts";
import { byteSize, count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { readCount, readSize, readTime } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { canAsk, type Streams } from "../../streams.ts";
import { confirm } from "../confirm.ts";

export const init = command("store init", {
  description:
    "Create the streams, the queue and the list of receivers of a NATS store. Run it again to change the limits; it asks before a change that deletes deliveries",
  options: {
    "--replicas <n>": "servers that keep each message: 1, 3 or 5 (default: 3 on a cluster, else 1)",
    "--max-age <duration>": "age at which deliveries are deleted, such as 30d (default 30d)",
    "--max-bytes <size>": "size above which the oldest are deleted, such as 50GB (default: none)",
    "--max-ack-pending <n>": "number of waiting forwards at which the queue stalls (default 100,000)",
    "--ack-wait <duration>": "time after which another receiver resumes a forward (default 60s)",
    "--dry-run": "print what would be created and changed",
    "-y, --yes": "do not ask before a change that deletes deliveries",
  },
  help: `
Examples:
  hooklens store init --store nats://10.0.0.1:4222,10.0.0.2:4222,10.0.0.3:4222
  hooklens store init --max-age 7d --max-bytes 50GB`,
  async run({ settings, output, streams, print }, { dryRun = false, yes = false, ...options }) {
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
  },
});

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
