import process from "node:process";
import type { Engine, ReceiverRoleOptions, RunningReceiver } from "../../../engine/engine.ts";
import { defaultPorts, readLastPort } from "../../../engine/free-port.ts";
import { retentionOf } from "../../../engine/retention.ts";
import { startEngine } from "../../../engine/start-engine.ts";
import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
import type { Logger } from "../../../model/logger.ts";
import { defaultRoute, routePath } from "../../../model/url.ts";
import { spaceOf } from "../../../receiver/space.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readPort, readTime } from "../../command-line/number-argument.ts";
import { secretFromArgument } from "../../command-line/secret-argument.ts";
import { TunnelNotOpenError } from "../../errors.ts";
import {
  type ForwardFlag,
  type LimitFlags,
  type TunnelFlags,
  readForward,
  readForwardRules,
  readLimits,
  readTunnel,
  refuseTunnelInSpace,
} from "../../settings/receiver-parts.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { serveUntilStopped } from "../serve-until-stopped.ts";
import { startReceiveLines } from "./lines.ts";
import { noteMovedPort } from "./moved-port.ts";

/** Options of `receive`, as typed. */
interface ReceiveOptions extends TunnelFlags, LimitFlags {
  readonly host?: string;
  readonly port?: string;
  readonly secret?: readonly string[];
  readonly route?: readonly string[];
  readonly routeSecret?: readonly string[];
  readonly handlers?: string;
  readonly forward?: readonly ForwardFlag[];
  /** False for `--no-work`. */
  readonly work?: boolean;
  readonly open?: boolean;
  readonly acceptQuerySecret?: boolean;
  readonly metricsToken?: string;
  readonly since?: string;
}

/** Runs `receive` until a signal stops it. Resolves to the exit code. */
export async function receive(
  { settings, output, nextStopSignal }: Invocation,
  options: ReceiveOptions,
): Promise<number> {
  const { role, opensTunnel } = readRole(settings, options);
  const stopped = nextStopSignal();
  const startedMs = Date.now();
  const location = storeLocation(settings);
  const usualPort = readLastPort(location.dataDir, "receiver") ?? defaultPorts.receiver;
  const engine = await startEngine({
    ...location,
    ...(options.since !== undefined && { historyMs: readTime(options.since, "--since") }),
    version,
    // A person sees the port; a script is told that the usual ones are taken.
    roles: { receiver: { ...role, anyPort: output.isWatched } },
    logger: output.logger,
  });
  const { receiver } = engine;
  if (receiver === null) throw new Error("the engine started without the requested role");
  if (opensTunnel) await openTunnel(engine, receiver, stopped);
  const address = receiver.publicUrl ?? receiver.url;
  for (const route of receiver.routes) output.note(v`POST ${address}${routePath(route)}`);
  warn(receiver, role, output.logger);
  if (role.port === null && output.isWatched) {
    await noteMovedPort(location, usualPort, receiver.url, output);
  }
  const lines = output.isWatched ? startReceiveLines(settings, startedMs, output) : null;
  const code = await serveUntilStopped(engine, receiver.url, stopped, output);
  await lines?.close();
  return code;
}

interface ReceiveRole {
  readonly role: ReceiverRoleOptions;
  readonly opensTunnel: boolean;
}

/** Resolves the receiver role from options and settings. @throws {HooklensError} one of them cannot be used */
function readRole(settings: Settings, options: ReceiveOptions): ReceiveRole {
  const { receiver, deliveries } = settings;
  const space = spaceOf(process.env);
  if (space !== null) refuseTunnelInSpace(options.tunnel, space);
  const tunnel = space === null ? readTunnel(settings, options) : null;
  const handlersDir = options.handlers ?? receiver.handlers.value;
  const routes = options.route ?? receiver.routes.value ?? (handlersDir === null ? [defaultRoute] : []);
  const usualHost = space !== null && receiver.host.source === "default" ? space.host : receiver.host.value;
  return {
    role: {
      host: options.host ?? usualHost,
      port:
        options.port === undefined ? (receiver.port.value ?? space?.port ?? null) : readPort(options.port),
      secret: options.secret?.map(secretFromArgument) ?? receiver.secret.value,
      routes,
      routeSecrets: readRouteSecrets(options.routeSecret, receiver.routeSecrets.value, {
        routes,
        moreMayCome: handlersDir !== null,
      }),
      handlersDir,
      ...forwardsOf(settings, options.forward),
      forwardRetriesMs: receiver.forwardRetries.value,
      work: options.work === false ? false : (receiver.work.value ?? true),
      tunnel: tunnel?.settings ?? null,
      publicUrl: space?.url ?? null,
      retention: retentionOf(deliveries.keepDays.value, deliveries.keepBytes.value),
      limits: readLimits(settings, options),
      open: options.open ?? receiver.open.value,
      acceptQuerySecret: options.acceptQuerySecret ?? receiver.acceptQuerySecret.value,
      trustedProxies: receiver.trustedProxies.value,
      metricsToken:
        options.metricsToken === undefined
          ? receiver.metricsToken.value
          : secretFromArgument(options.metricsToken),
    },
    opensTunnel: tunnel?.isAsked ?? false,
  };
}

/** Resolves the targets: flags replace the settings. @throws {UsageError} two targets without a filter */
function forwardsOf(
  settings: Settings,
  flags: readonly ForwardFlag[] | undefined,
): Pick<ReceiverRoleOptions, "forward" | "forwardRules"> {
  const [plain, second] = flags?.filter(({ where }) => where === null) ?? [];
  if (second !== undefined) {
    throw new UsageError({
      what: "there are two forward targets for the same deliveries",
      hint: "Add --where FILTER after all but one --forward",
    });
  }
  return {
    forward: flags !== undefined && plain === undefined ? null : readForward(settings, plain?.url),
    forwardRules: readForwardRules(settings, flags),
  };
}

/**
 * Opens the tunnel; returns early on a signal. Closes the engine before it throws.
 * @throws {TunnelNotOpenError | OpenReceiverError}
 */
async function openTunnel(
  engine: Engine,
  receiver: RunningReceiver,
  stopped: Promise<unknown>,
): Promise<void> {
  const opened = receiver.openTunnel().catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const state = await Promise.race([opened, stopped.then(() => null)]);
  if (state?.kind !== "failed") return;
  await engine.close();
  const { what, why, hint } = state;
  throw new TunnelNotOpenError({ what, why: why ?? undefined, hint: hint ?? undefined });
}

/** Warns about a receiver without a secret, a forward without routes, and secrets without a route. */
function warn(receiver: RunningReceiver, role: ReceiverRoleOptions, logger: Logger): void {
  const { routes, isOpen } = receiver;
  if (isOpen && role.secret === null && Object.keys(role.routeSecrets ?? {}).length === 0) {
    logger.warn(
      `there is no secret, so everyone who can reach ${receiver.url} can send. Set one with --secret or WEBHOOK_SECRET.`,
    );
  } else if (isOpen) {
    logger.warn(
      `everyone who can reach ${receiver.url} can send to routes without a secret. Set one for them with --secret or WEBHOOK_SECRET.`,
    );
  }
  if (role.forward !== null && routes.length > 0 && role.routes.length === 0) {
    logger.warn(
      "nothing is forwarded, because every route has a handler. Add a route without one with --route.",
    );
  }
  for (const route of Object.keys(role.routeSecrets ?? {})) {
    if (!routes.includes(route))
      logger.warn(`there is a secret for the route ${route}, but no such route yet.`);
  }
}

type RouteSecrets = Readonly<Record<string, string | readonly string[]>>;

/** Routes known before handlers are loaded. */
interface KnownRoutes {
  readonly routes: readonly string[];
  /** True if there is a directory of handlers, whose files become routes. */
  readonly moreMayCome: boolean;
}

/**
 * Resolves the secrets of each route: those of `--route-secret NAME=SECRET` in their order, else the
 * configured ones.
 * @throws {UsageError} a flag without NAME=, an unknown route, or an unreadable file
 */
function readRouteSecrets(
  given: readonly string[] = [],
  configured: RouteSecrets,
  { routes, moreMayCome }: KnownRoutes,
): RouteSecrets {
  const byRoute = new Map<string, string[]>();
  for (const text of given) {
    const [name, secret] = splitRouteSecret(text);
    if (!moreMayCome && !routes.includes(name)) {
      throw new UsageError({
        what: `there is no route "${name}" for a secret`,
        hint: `Add it with --route ${name}`,
      });
    }
    const others = byRoute.get(name);
    if (others === undefined) byRoute.set(name, [secret]);
    else others.push(secret);
  }
  return { ...configured, ...Object.fromEntries(byRoute) };
}

function splitRouteSecret(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at > 0) return [text.slice(0, at), secretFromArgument(text.slice(at + 1))];
  // The message does not repeat the text, which may be the secret.
  throw new UsageError({
    what: "--route-secret needs the name of a route",
    hint: "Write --route-secret NAME=SECRET, or --route-secret NAME=@FILE",
  });
}
