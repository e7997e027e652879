import { prunePolicyOf, retentionOf } from "../../../engine/retention.ts";
import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
import { parseMoment } from "../../../model/filter-moment.ts";
import type { PrunePolicy, Pruned } from "../../../store/delivery-log.ts";
import { byteSize, plural, readByteSize } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { canAsk } from "../../streams.ts";
import { confirm } from "../confirm.ts";
import { openLog } from "./log.ts";

const pruneOptions = {
  "--older-than <age>":
    "delete deliveries older than an age, or received before a time: 30d, 12h, 2026-11-20",
  "--keep <size>": "delete the oldest deliveries until the log has this size: 2GiB, 500MB",
  "--dry-run": "print the number of deliveries to delete, delete nothing",
  "-y, --yes": "do not ask",
} as const;

export const prune = command("deliveries prune", {
  options: pruneOptions,
  async run({ settings, output, streams, print }, { dryRun = false, yes = false, ...options }) {
    const policy = readCriteria(options, settings);
    const isAsked = !yes && !dryRun;
    if (isAsked && !canAsk(streams)) {
      throw new UsageError({
        what: "no delivery was deleted",
        why: "there is no terminal to ask on",
        hint: "Add --yes to delete without asking, or --dry-run to count them",
      });
    }
    const { pruneDeliveries } = await import("../../../engine/log-commands.ts");
    const location = storeLocation(settings);
    const { logger } = output;
    // Fails if the path cannot be a data directory.
    await (await openLog({ settings, output })).close();
    if (isAsked) {
      const planned = await pruneDeliveries({ ...location, version, logger, dryRun: true }, policy);
      if (planned.deliveries > 0 && !(await confirm(streams, v`Permanently delete ${pruned(planned)}?`))) {
        output.note(v`Nothing was deleted.`);
        return 1;
      }
    }
    const result = await pruneDeliveries({ ...location, version, logger, dryRun }, policy);
    await print({
      table: () => [dryRun ? v`${pruned(result)} would be deleted` : v`${pruned(result)} deleted`],
      json: () => ({ ...result, dryRun }),
      quiet: () => [],
    });
    return 0;
  },
});

/**
 * Resolves the limits from the options, or all from the configuration without options.
 * @throws {UsageError} an invalid option, or no limit
 */
function readCriteria(
  { olderThan, keep }: OptionValues<typeof pruneOptions>,
  { deliveries }: Settings,
): PrunePolicy {
  if (olderThan !== undefined || keep !== undefined) {
    return {
      beforeMs: olderThan === undefined ? null : readMoment(olderThan),
      maxBytes: keep === undefined ? null : readSize(keep),
    };
  }
  const retention = retentionOf(deliveries.keepDays.value, deliveries.keepBytes.value);
  if (retention.keepMs === null && retention.keepBytes === null) {
    throw new UsageError({
      what: "there is no age or size to prune to",
      why: "the configuration keeps deliveries forever",
      hint: "Give --older-than 30d or --keep 2GiB",
    });
  }
  return prunePolicyOf(retention, Date.now());
}

function readMoment(text: string): number {
  const atMs = parseMoment(text, Date.now());
  if (atMs !== null) return atMs;
  throw new UsageError({
    what: `"${text}" is not a value for --older-than`,
    hint: "Give an age or a time: 30d, 12h, 2026-11-20",
  });
}

function readSize(text: string): number {
  const bytes = readByteSize(text);
  if (bytes !== null) return bytes;
  throw new UsageError({
    what: `"${text}" is not a value for --keep`,
    hint: "Give a size: 2GiB, 500MB, 0",
  });
}

function pruned({ deliveries, bytes }: Pruned) {
  return v`${plural(deliveries, "delivery", "deliveries")} (${byteSize(bytes)})`;
}
