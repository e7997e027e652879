import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { curlCommand } from "../../exports/curl.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";

/** Writes a shell script with the curl command of a delivery, and its body in a file beside it. */
export async function writeCurlScript(directory: string, delivery: DeliveryDetail): Promise<void> {
  const name = String(delivery.seq).padStart(8, "0");
  if (delivery.body.length > 0) {
    await writeFile(join(directory, `${name}.body`), delivery.body, { mode: 0o600 });
  }
  await writeFile(join(directory, `${name}.sh`), scriptOf(delivery, `${name}.body`), { mode: 0o700 });
}

/** Returns a script that sends a delivery to the URL in its first argument, or to the original URL. */
function scriptOf(delivery: DeliveryDetail, bodyName: string): string {
  const command = curlCommand(delivery, { bodyFile: `"$(dirname "$0")/${bodyName}"`, urlFromArgument: true });
  return `#!/bin/sh\n# Delivery ${delivery.seq}, received ${delivery.receivedAt}\n${command}\n`;
}
