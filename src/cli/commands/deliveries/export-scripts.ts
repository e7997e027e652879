import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { curlCommand } from "../../../exports/curl.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { exists, notWritten } from "./export-file.ts";

/**
 * Writes a shell script with a curl command for each delivery, and its body in a file beside it.
 * @throws {FileNotWrittenError} the directory is not empty and `force` is not set, or it cannot be written
 */
export async function writeScripts(
  directory: string,
  deliveries: AsyncIterable<DeliveryDetail>,
  { force }: { readonly force: boolean },
): Promise<void> {
  const attempt = async <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((cause: unknown) => {
      throw notWritten(directory, cause);
    });
  await attempt(() => mkdir(directory, { recursive: true, mode: 0o700 }));
  const names = await attempt(() => readdir(directory));
  if (names.length > 0 && !force) throw exists(directory);
  for await (const delivery of deliveries) {
    const name = String(delivery.seq).padStart(8, "0");
    await attempt(async () => {
      if (delivery.body.length > 0) {
        await writeFile(join(directory, `${name}.body`), delivery.body, { mode: 0o600 });
      }
      await writeFile(join(directory, `${name}.sh`), scriptOf(delivery, `${name}.body`), { mode: 0o700 });
    });
  }
}

/** Returns a script that sends a delivery to the URL in its first argument, else to the original one. */
function scriptOf(delivery: DeliveryDetail, bodyName: string): string {
  const command = curlCommand(delivery, { bodyFile: `"$(dirname "$0")/${bodyName}"`, urlFromArgument: true });
  return `#!/bin/sh\n# Delivery ${delivery.seq}, received ${delivery.receivedAt}\n${command}\n`;
}
