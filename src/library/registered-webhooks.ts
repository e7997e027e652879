import { secretsOf } from "../model/secret.ts";
import { routePath } from "../model/url.ts";
import type { RouteSpec } from "../receiver/action.ts";
import { handlerAction, type HandlerErrorListener } from "../receiver/handlers/call-handler.ts";
import { failureOf } from "../receiver/handlers/handler-failure.ts";
import type { Handler, WebhookRequest } from "../receiver/handlers/handler.ts";
import { type HeldBytes, makeHeldBytes } from "../receiver/held-bytes.ts";
import { makeRouteTable } from "../receiver/routes.ts";
import { DuplicateWebhookError, WebhookNameError } from "./errors.ts";
import { logger } from "./logger.ts";

/** Options of one webhook. */
export interface WebhookOptions {
  /**
   * Secrets that replace the server's; several are accepted during a rotation. Null accepts deliveries from
   * everyone.
   */
  readonly webhookSecret?: string | readonly string[] | null;
  /** Replaces the server's `onError`. */
  readonly onError?: WebhookErrorListener;
}

/** Function called with the error of a handler that threw, or whose result could not be sent. */
export type WebhookErrorListener = (error: unknown, request: WebhookRequest) => void;

/** Handlers of one server, by path. */
export interface RegisteredWebhooks {
  /** Adds a webhook. @returns the name of its route. @throws {DuplicateWebhookError | UsageError} */
  add(webhook: NamedWebhook): string;
  routes(): readonly RouteSpec[];
}

export interface NamedWebhook {
  /** Path below /webhooks/. */
  readonly name: string;
  readonly handler: Handler;
  readonly options: WebhookOptions;
}

/**
 * Reads the arguments of `addWebhook` and `webhookEndpoint`: a path or none, the handler, options or none.
 * @throws {WebhookNameError} neither a path nor a name of the function
 */
export function readWebhook(
  first: string | Handler,
  second?: Handler | WebhookOptions,
  third: WebhookOptions = {},
): NamedWebhook {
  if (typeof first === "function") {
    const options = typeof second === "object" ? second : {};
    return { name: nameOf(first), handler: first, options };
  }
  if (typeof second !== "function") {
    throw new WebhookNameError({
      what: `the webhook ${routePath(pathName(first))} cannot be registered`,
      why: "no function was given",
      hint: "Pass the function after the path",
    });
  }
  return { name: pathName(first), handler: second, options: third };
}

function nameOf(handler: Handler): string {
  if (handler.name !== "") return handler.name;
  throw new WebhookNameError({
    what: "a webhook without a name cannot be registered",
    why: "its function is anonymous, and no path was given",
    hint: 'Give it a path, such as "/train", or use a function with a name',
  });
}

function pathName(path: string): string {
  return path.replaceAll(/^\/+|\/+$/g, "");
}

/**
 * Creates the list of one server's webhooks.
 * @param onError default of the option of a webhook; absent prints the error on stderr
 * @param held memory limit for deliveries whose handler has not ended
 */
export function registerWebhooks(onError?: WebhookErrorListener, held = makeHeldBytes()): RegisteredWebhooks {
  const routeOf = (webhook: NamedWebhook) => webhookRoute(webhook, onError, held);
  const byName = new Map<string, NamedWebhook>();

  function refuseSecond({ name, handler }: NamedWebhook): void {
    const first = byName.get(name);
    if (first === undefined) return;
    throw new DuplicateWebhookError({
      what: `two webhooks cannot share ${routePath(name)}`,
      why: `${wordFor(first.handler)} and ${wordFor(handler)}`,
      hint: "Choose another path for one of them",
    });
  }

  return {
    add(webhook) {
      refuseSecond(webhook);
      // Called only for its checks, so that they fail at registration rather than at the start.
      makeRouteTable([routeOf(webhook)], []);
      byName.set(webhook.name, webhook);
      return webhook.name;
    },
    routes: () => [...byName.values()].map(routeOf),
  };
}

function webhookRoute(
  { name, handler, options }: NamedWebhook,
  onError: WebhookErrorListener | undefined,
  held: HeldBytes,
): RouteSpec {
  const action = handlerAction(name, handler, held, reporting(options.onError ?? onError));
  const { webhookSecret } = options;
  if (webhookSecret === undefined) return { name, action };
  return { name, action, secrets: secretsOf(webhookSecret) };
}

/** Returns the listener of failed calls: `onError`, or one that prints a line. An error of `onError` is printed too. */
function reporting(onError: WebhookErrorListener | undefined): HandlerErrorListener {
  return (error, request, failure) => {
    if (onError === undefined) {
      logger.error(`delivery ${request.seq}: ${failure}`);
      return;
    }
    try {
      onError(error, request);
    } catch (ownError) {
      logger.error(`delivery ${request.seq}: ${failure}; onError: ${failureOf(ownError)}`);
    }
  };
}

function wordFor(handler: Handler): string {
  return handler.name === "" ? "an anonymous function" : `the function ${handler.name}`;
}
