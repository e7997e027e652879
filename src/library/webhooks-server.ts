import process from "node:process";
import { dataDirOf } from "../engine/directories.ts";
import type { Engine, RunningReceiver } from "../engine/engine.ts";
import { RoleHeldError } from "../engine/errors.ts";
import { startEngine } from "../engine/start-engine.ts";
import { defaultStore } from "../engine/stores.ts";
import { version } from "../engine/version.ts";
import { errorFromWire } from "../model/error-wire.ts";
import { isHooklensError } from "../model/errors.ts";
import { routePath } from "../model/url.ts";
import { OpenReceiverError } from "../receiver/errors.ts";
import type { Handler } from "../receiver/handlers/handler.ts";
import { spaceOf } from "../receiver/hf-space.ts";
import type { ReceiverLimits } from "../receiver/limits.ts";
import { ServerClosedError } from "./errors.ts";
import { logger } from "./logger.ts";
import {
  readWebhook,
  type RegisteredWebhooks,
  registerWebhooks,
  type WebhookErrorListener,
  type WebhookOptions,
} from "./registered-webhooks.ts";
import { closeOnSignals } from "./script-end.ts";
import { landingFrom, type WebhooksUi } from "./ui.ts";

export interface WebhooksServerOptions {
  /**
   * Secret that senders must send in `X-Webhook-Secret`; several are accepted during a rotation. Null accepts
   * deliveries from everyone.
   * @default the environment variable WEBHOOK_SECRET, else null
   */
  readonly webhookSecret?: string | readonly string[] | null;
  /** True to accept the secret also as `?secret=` of the URL, from a sender that can set no header. @default false */
  readonly acceptQuerySecret?: boolean;
  /** Content of `/`. @default a page that lists the webhooks */
  readonly ui?: WebhooksUi;
  /**
   * Directory of the log; one receiver at a time can use it.
   * @default the one `hooklens` uses: HOOKLENS_DATA_DIR, else `$XDG_DATA_HOME/hooklens`
   */
  readonly dataDir?: string;
  /** Listening address. @default "127.0.0.1"; in a Space "0.0.0.0" */
  readonly host?: string;
  /** Port; 0 lets the system pick one. @default the last port, else 7860 or the next free one; in a Space 7860 */
  readonly port?: number;
  /**
   * True if a webhook without a secret accepts deliveries from everyone who can reach the server, also from
   * other machines. Required for such a webhook in a Space and with a `host` that is not loopback.
   * @default false
   */
  readonly open?: boolean;
  /** Limits for connections, memory and time. @default see `ReceiverLimits` */
  readonly limits?: Partial<ReceiverLimits>;
  /** Addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For or Forwarded header names the sender. @default none */
  readonly trustedProxies?: readonly string[];
  /** Called with the error of a handler that threw, or whose result could not be sent. @default prints one line on stderr */
  readonly onError?: WebhookErrorListener;
  /** True if SIGINT and SIGTERM close the server and end the process with code 0. @default false */
  readonly handleSignals?: boolean;
}

/**
 * Server that receives webhooks and calls a function for each delivery. Every delivery is stored before its
 * function is called; `hooklens deliveries` and the app show them. Experimental: pin the version.
 */
export class WebhooksServer {
  readonly #options: WebhooksServerOptions;
  readonly #webhooks: RegisteredWebhooks;
  #starting: Promise<Engine> | null = null;
  #receiver: RunningReceiver | null = null;
  #url: string | null = null;
  #leaveSignals: (() => void) | null = null;

  constructor(options: WebhooksServerOptions = {}) {
    this.#options = options;
    this.#webhooks = registerWebhooks(options.onError);
  }

  /** URL for senders, without a trailing slash; null while the server does not listen. */
  get url(): string | null {
    return this.#url;
  }

  /**
   * Adds a webhook: its handler is called for each POST to `/webhooks/<path>`, or, without a path, to
   * `/webhooks/<name of the function>`. Can be called while the server runs.
   * @throws {DuplicateWebhookError} the path already has a webhook
   * @throws {WebhookNameError} no path, and a function without a name
   * @throws {UsageError} the path or a secret is invalid
   */
  addWebhook(path: string, handler: Handler, options?: WebhookOptions): this;
  addWebhook(handler: Handler, options?: WebhookOptions): this;
  addWebhook(first: string | Handler, second?: Handler | WebhookOptions, third?: WebhookOptions): this {
    const name = this.#webhooks.add(readWebhook(first, second, third));
    if (this.#receiver !== null) {
      this.#receiver.setRoutes(this.#webhooks.routes());
      this.#sayRoute(name);
    }
    return this;
  }

  /**
   * Starts to listen and prints the URLs on stderr. Does nothing if the server has started.
   * @returns its URL
   * @throws {ServerClosedError} `close` was called during the start
   * @throws {OpenReceiverError} other machines can reach the server, a webhook has no secret, and `open` is
   * not set
   * @throws {PortTakenError | RoleHeldError | UsageError} or another error that prevents listening or logging
   */
  async launch(): Promise<string> {
    const starting = (this.#starting ??= this.#start());
    try {
      await starting;
    } catch (error) {
      if (this.#starting === starting) this.#starting = null;
      throw error;
    }
    if (this.#starting !== starting || this.#url === null) throw new ServerClosedError();
    return this.#url;
  }

  /** @deprecated Use `launch`. */
  run(): Promise<string> {
    return this.launch();
  }

  /**
   * Stops accepting deliveries and gives handlers 5 s to finish; then aborts their signals. The server can be
   * launched again.
   */
  async close(): Promise<void> {
    const starting = this.#starting;
    this.#starting = null;
    // A failed start leaves nothing to close; `launch` reports its error.
    const engine = await starting?.catch(() => null);
    this.#leaveSignals?.();
    this.#receiver = null;
    this.#url = null;
    await engine?.close();
  }

  async #start(): Promise<Engine> {
    const { ui, host, port, dataDir = dataDirOf(process.env), handleSignals = false } = this.#options;
    const { limits = {}, trustedProxies = [], open = false, acceptQuerySecret = false } = this.#options;
    const space = spaceOf(process.env);
    const listenHost = host ?? space?.host;
    const engine = await startEngine({
      dataDir,
      store: defaultStore,
      version,
      roles: {
        receiver: {
          port: port ?? space?.port ?? null,
          secret: this.#secret(),
          acceptQuerySecret,
          routes: this.#webhooks.routes(),
          publicUrl: space?.url ?? null,
          open,
          limits,
          trustedProxies,
          ...(listenHost !== undefined && { host: listenHost }),
          ...(ui !== undefined && { landing: landingFrom(ui, () => this.#url ?? "http://localhost") }),
        },
      },
      logger,
    }).catch((error: unknown) => {
      throw withOptionNames(error);
    });
    this.#receiver = engine.receiver;
    this.#url = space?.url ?? engine.receiver?.url ?? null;
    // Includes webhooks that were added during the start.
    this.#receiver?.setRoutes(this.#webhooks.routes());
    this.#sayStart();
    if (handleSignals) this.#leaveSignals = closeOnSignals(() => this.close());
    void engine.failed.then((failure) => this.#giveUp(failure, handleSignals));
    return engine;
  }

  /**
   * Closes the server after a failure. If this class handles signals, it also ends the process, which a
   * supervisor has to restart.
   */
  async #giveUp(failure: Error & { readonly exitCode: number }, endsProcess: boolean): Promise<void> {
    logger.error(failure.message);
    process.exitCode = failure.exitCode;
    await this.close();
    if (endsProcess) process.exit();
  }

  #secret(): string | readonly string[] | null {
    const { webhookSecret } = this.#options;
    // An empty variable counts as unset. A secret may begin with a space, so it is not trimmed.
    return webhookSecret === undefined ? process.env["WEBHOOK_SECRET"] || null : webhookSecret;
  }

  #sayStart(): void {
    for (const { name } of this.#webhooks.routes()) this.#sayRoute(name);
    if (this.#receiver?.isOpen === true) {
      logger.warn(
        "a webhook without a secret is open to everyone who can reach it. Set one with webhookSecret or WEBHOOK_SECRET.",
      );
    }
  }

  #sayRoute(name: string): void {
    logger.info(`POST ${this.#url}${routePath(name)}`);
  }
}

/** Replaces hints about command-line flags with hints about options. */
function withOptionNames(error: unknown): unknown {
  if (error instanceof OpenReceiverError) {
    const { what, why } = error;
    const hint = "Set one with webhookSecret or WEBHOOK_SECRET, or accept everyone with the option open";
    return new OpenReceiverError({ what, why, hint, cause: error });
  }
  if (error instanceof RoleHeldError) {
    const { what, why } = error;
    const hint = "Stop it, or give this server another directory with the option dataDir";
    return new RoleHeldError({ what, why, hint, cause: error });
  }
  if (!isHooklensError(error) || error.hint?.includes("--data-dir") !== true) return error;
  const { code, exitCode, what, why, hint } = error;
  return errorFromWire({ code, exitCode, what, why, hint: hint.replace("--data-dir", "the option dataDir") });
}
