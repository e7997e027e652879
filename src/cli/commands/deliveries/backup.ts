import { resolve } from "node:path";
import { openStore } from "../../../engine/stores.ts";
import { version } from "../../../engine/version.ts";
import { byteSize, count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { storeLocation } from "../../settings/store-location.ts";

export const backup = command("deliveries backup <file>", {
  arguments: { "<file>": "file to write" },
  options: { "--force": "replace an existing file" },
  async run({ settings, print }, { file, force = false }) {
    const path = resolve(file);
    const { deliveries } = await openStore(storeLocation(settings));
    const result = await deliveries.backup(path, { force });
    await print({
      table: () => [
        v`${plural(result.deliveries, "delivery", "deliveries")} (${byteSize(result.bytes)}) copied to ${path}`,
      ],
      json: () => ({ ...result, file: path }),
      quiet: () => [],
    });
  },
});

export const importCommand = command("deliveries import <file>", {
  arguments: { "<file>": "NDJSON export, backup, or a damaged log that was set aside" },
  async run({ settings, output, print }, { file }) {
    const { importDeliveries } = await import("../../../engine/log-commands.ts");
    const { logger } = output;
    const path = resolve(file);
    const result = await importDeliveries({ ...storeLocation(settings), version, logger }, path);
    const { imported, skipped, unreadable, wrongLines } = result;
    await print({
      table: () => [
        v`imported ${count(imported)}, skipped ${count(skipped)}, unreadable ${count(unreadable)}`,
      ],
      json: () => result,
      quiet: () => [],
    });
    if (result.file !== path) output.note(v`The set-aside file is ${result.file} now.`);
    for (const { line, why } of wrongLines) output.note(v`line ${line} was left out: ${why}`);
    if (unreadable > wrongLines.length && wrongLines.length > 0) {
      output.note(v`${plural(unreadable - wrongLines.length, "more line was", "more lines were")} left out.`);
    }
    if (unreadable > 0 && wrongLines.length === 0) {
      output.note(v`The .recover command of sqlite3 may restore the unreadable rows.`);
    }
  },
});
