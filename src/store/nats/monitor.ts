import { z } from "zod";
import { errorText, UsageError } from "../../model/errors.ts";

/** Part of `/jsz` of a server. Servers before 2.10 do not tell how they sync. */
const schema = z.object({ config: z.object({ sync_always: z.boolean().optional() }) });

/** Time that a monitoring address has to respond, in milliseconds. */
const respondMs = 5_000;

/**
 * Asks the monitoring address of a server whether it syncs each message to its disk before it is acknowledged.
 * @throws {UsageError} the address does not respond as that of a server with JetStream
 */
export async function readSync(monitorUrl: string): Promise<boolean> {
  const fail = (why: string): UsageError =>
    new UsageError({
      what: `${monitorUrl} is not the monitoring address of a NATS server`,
      why,
      hint: "Give --monitor http://HOST:8222, the http of the server's configuration",
    });
  const url = URL.parse("jsz?config=true", monitorUrl.endsWith("/") ? monitorUrl : `${monitorUrl}/`);
  if (url === null) throw fail("it is not a URL");
  let text: string;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(respondMs) });
    text = await response.text();
  } catch (error) {
    throw fail(errorText(error));
  }
  const parsed = schema.safeParse(json(text));
  if (!parsed.success) throw fail("it does not tell the configuration of JetStream");
  return parsed.data.config.sync_always === true;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
