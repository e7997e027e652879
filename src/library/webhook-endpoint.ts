import process from "node:process";
import { exitCodes, isHooklensError } from "../model/errors.ts";
import { routePath } from "../model/url.ts";
import type { Handler } from "../receiver/handlers/handler.ts";
import { ServerClosedError } from "./errors.ts";
import { logError } from "./logger.ts";
import { readWebhook, type WebhookOptions } from "./registered-webhooks.ts";
import { whenScriptEnds } from "./script-end.ts";
import { WebhooksServer } from "./webhooks-server.ts";

/** A webhook on the server that all of a script's endpoints share. */
export interface WebhookEndpoint {
  /** Path of the webhook: `/webhooks/train`. */
  readonly path: string;
  /** Server of all endpoints of the script. */
  readonly server: WebhooksServer;
  /** Starts the shared server before the script ends. @returns its URL */
  launch(): Promise<string>;
  /** @deprecated Use `launch`. */
  run(): Promise<string>;
}

/**
 * Server that records its launch, so that one the script has closed does not start again when the script
 * ends.
 */
class SharedServer extends WebhooksServer {
  wasLaunched = false;

  override launch(): Promise<string> {
    this.wasLaunched = true;
    return super.launch();
  }
}

let shared: SharedServer | null = null;

/**
 * Adds a webhook to the script's server: its handler is called for each POST to `/webhooks/<path>`, or
 * `/webhooks/<name of the function>`. All endpoints of a script share one server, which starts when the
 * script ends, with the secret in WEBHOOK_SECRET. SIGINT and SIGTERM let handlers finish (at most 5 s) and
 * end the process with code 0. Experimental: pin the version.
 * @throws {DuplicateWebhookError | WebhookNameError | UsageError} as `WebhooksServer.addWebhook`
 */
export function webhookEndpoint(path: string, handler: Handler, options?: WebhookOptions): WebhookEndpoint;
export function webhookEndpoint(handler: Handler, options?: WebhookOptions): WebhookEndpoint;
export function webhookEndpoint(
  first: string | Handler,
  second?: Handler | WebhookOptions,
  third?: WebhookOptions,
): WebhookEndpoint {
  const { name, handler, options } = readWebhook(first, second, third);
  const server = (shared ??= startAtEnd());
  server.addWebhook(name, handler, options);
  const launch = (): Promise<string> => server.launch();
  return { path: routePath(name), server, launch, run: launch };
}

function startAtEnd(): SharedServer {
  const server = new SharedServer({ handleSignals: true });
  whenScriptEnds(() => {
    if (server.wasLaunched) return;
    server.launch().catch((error: unknown) => {
      // The script has closed the server.
      if (error instanceof ServerClosedError) return;
      logError(error);
      process.exit(isHooklensError(error) ? error.exitCode : exitCodes.bug);
    });
  });
  return server;
}
