import { resolve } from "node:path";
import { backupLog } from "../../store/sqlite/backup.ts";
import { byteSize, plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import type { Invocation } from "../program/launch.ts";

/** The options of `deliveries backup`, as typed. */
export interface BackupOptions {
  readonly force?: boolean;
}

/** `deliveries backup FILE`. */
export async function writeBackup(
  { settings, output }: Invocation,
  file: string,
  { force = false }: BackupOptions,
): Promise<void> {
  const path = resolve(file);
  const result = await backupLog(settings.dataDir.value, path, { force });
  const { deliveries, bytes } = result;
  await output.answer({
    lines: () => [v`${plural(deliveries, "delivery", "deliveries")} (${byteSize(bytes)}) copied to ${path}`],
    json: () => ({ ...result, file: path }),
    ids: () => [],
  });
}
