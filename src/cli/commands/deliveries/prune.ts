import process from "node:process";
import { pruneDeliveries } from "../../../engine/log-commands.ts";
import { prunePolicyOf, retentionOf } from "../../../engine/roles/retention.ts";
import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
import { parseMoment } from "../../../model/filter-moment.ts";
import type { PrunePolicy, Pruned } from "../../../store/ports.ts";
import { byteSize, plural } from "../../../text/numbers.ts";
import { readByteSize } from "../../../text/read-byte-size.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { noteLogger } from "../../output/output.ts";
import type { Settings } from "../../settings/settings.ts";
import { confirm } from "../confirm.ts";
import { openLog } from "./log.ts";

/** The options of `deliveries prune`, as typed. */
interface PruneOptions {
  readonly olderThan?: string;
  readonly keep?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * `deliveries prune`: by the options given, or as it is configured.
 * @returns 0 when it is done, 1 when the answer was no
 * @throws {UsageError} there is nobody to ask, or nothing to go by
 */
export async function pruneLog(
  { settings, output, print }: Invocation,
  options: PruneOptions,
): Promise<number> {
  const { dryRun = false, yes = false } = options;
  const policy = readPolicy(options, settings);
  const isAsked = !yes && !dryRun;
  if (isAsked && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UsageError({
      what: "no delivery was removed",
      why: "there is no terminal to ask on",
      hint: "Add --yes to remove them without being asked, or --dry-run to see how many they are",
    });
  }
  const dataDir = settings.dataDir.value;
  const logger = noteLogger(output);
  // A path that can never hold a log is an error here too, not an empty log.
  await (await openLog(dataDir)).close();
  if (isAsked) {
    const planned = await pruneDeliveries({ dataDir, version, logger, dryRun: true }, policy);
    if (planned.deliveries > 0 && !(await confirm(v`Remove ${pruned(planned)} for good?`))) {
      output.note(v`Nothing was removed.`);
      return 1;
    }
  }
  const result = await pruneDeliveries({ dataDir, version, logger, dryRun }, policy);
  await print({
    table: () => [dryRun ? v`${pruned(result)} would be removed` : v`${pruned(result)} removed`],
    json: () => ({ ...result, dryRun }),
    quiet: () => [],
  });
  return 0;
}

/** @throws {UsageError} */
function readPolicy({ olderThan, keep }: PruneOptions, { deliveries }: Settings): PrunePolicy {
  if (olderThan !== undefined || keep !== undefined) {
    return {
      beforeMs: olderThan === undefined ? null : readMoment(olderThan),
      maxBytes: keep === undefined ? null : readSize(keep),
    };
  }
  const retention = retentionOf(deliveries.keepDays.value, deliveries.keepBytes.value);
  if (retention.keepMs === null && retention.keepBytes === null) {
    throw new UsageError({
      what: "there is nothing to remove deliveries by",
      why: "the configuration keeps them without end",
      hint: "Say it with --older-than 30d or --keep 2GiB",
    });
  }
  return prunePolicyOf(retention, Date.now());
}

function readMoment(text: string): number {
  const atMs = parseMoment(text, Date.now());
  if (atMs !== null) return atMs;
  throw new UsageError({
    what: `"${text}" is no value for --older-than`,
    hint: "Give an age or a time: 30d, 12h, 2026-11-20",
  });
}

function readSize(text: string): number {
  const bytes = readByteSize(text);
  if (bytes !== null) return bytes;
  throw new UsageError({
    what: `"${text}" is no value for --keep`,
    hint: "Give a size: 2GiB, 500MB, 0",
  });
}

function pruned({ deliveries, bytes }: Pruned) {
  return v`${plural(deliveries, "delivery", "deliveries")} (${byteSize(bytes)})`;
}
