import process from "node:process";
import type { Engine, ReceiverRoleOptions, RunningReceiver } from "../../../engine/engine.ts";
import { retentionOf } from "../../../engine/retention.ts";
import { version } from "../../../engine/version.ts";
import { waitingLine } from "../../../engine/waiting-line.ts";
import { UsageError } from "../../../model/errors.ts";
import type { Logger } from "../../../model/logger.ts";
import { defaultRoute, routePath } from "../../../model/url.ts";
import { spaceOf } from "../../../receiver/hf-space.ts";
import { defaultLimitText, limitNames, limitTable } from "../../../receiver/limits.ts";
import { answers, runDefaults } from "../../../receiver/runs/run-settings.ts";
import { tunnelFormsOrNone, tunnelOptions } from "../../../receiver/tunnel/providers.ts";
import { v, type Visible } from "../../../text/visible.ts";
import { sinceHelp } from "../../command-line/app-options.ts";
import { command } from "../../command-line/command-record.ts";
import { readPort, readTime } from "../../command-line/number-argument.ts";
import type { Options, OptionValues } from "../../command-line/option-types.ts";
import { secretFromArgument } from "../../command-line/secret-argument.ts";
import { TunnelNotOpenError } from "../../errors.ts";
import {
  type ForwardFlag,
  type LimitFlags,
  type TunnelFlags,
  readForward,
  readForwardRules,
  readLimits,
  readPrograms,
  readTunnel,
  refuseTunnelInSpace,
} from "../../settings/receiver-parts.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { forwardFlags, inOrder } from "./forward-flags.ts";

const receiveOptions = {
  "--host <host>": "address to listen on (default 127.0.0.1)",
  "--port <port>": "port; 0 lets the system pick (default: the last one used, 7860, or the next free one)",
  "--secret <secret>": {
    about:
      "secret that senders must send: the text, or @FILE (env WEBHOOK_SECRET; repeatable: each is accepted, replays use the first)",
    repeatable: true,
  },
  "--route <name>": {
    about: "add the route /webhooks/NAME (repeatable; default inbox, or none with --handlers or --exec)",
    repeatable: true,
  },
  "--route-secret <name=secret>": {
    about: "secret of the route NAME: the text, or @FILE (repeatable; env WEBHOOK_SECRET_NAME)",
    repeatable: true,
  },
  "--handlers <dir>":
    "directory of handlers: train.ts, train.py or train.sh handles /webhooks/train and is reloaded when it is saved",
  "--exec <name=command>": {
    about:
      "program that each delivery to /webhooks/NAME starts, such as 'train=python3 train.py' (repeatable)",
    repeatable: true,
  },
  "--exec-env <name>": {
    about: "variable that programs get although it is a secret of hooklens, such as HF_TOKEN (repeatable)",
    repeatable: true,
  },
  "--forward <url>": {
    about:
      "forward deliveries of routes without a handler: a URL, localhost:3000/hook or :3000 (repeatable with --where)",
    parse: inOrder,
  },
  "--where <filter>": {
    about: "only matching deliveries go to the --forward before it; the first match counts",
    parse: inOrder,
  },
  "--answer <when>": {
    about:
      "respond with the result, or with 202 after 9.5 s; or first, once the delivery is on disk (default result)",
    choices: answers,
  },
  "--no-work": "send nothing from the queue of forwards; other receivers of the shared store do",
  "--since <age>": sinceHelp,
  "--tunnel <tunnel>": `open a tunnel from the internet: ${tunnelFormsOrNone} (default none)`,
  "--accept-query-secret":
    "also accept the secret as ?secret= of the URL, from senders that can set no header",
  "--open": "without a secret: accept deliveries from everyone, including other machines",
  "--metrics-token <token>":
    "token for GET /metrics: the text, or @FILE (env HOOKLENS_METRICS_TOKEN; default: only direct requests of this machine)",
  "--domain <name>": "public name of the tunnel",
} as const;

/** Returns the options of the tunnels' providers, by their flags. */
function tunnelProviderOptions(): Options {
  return Object.fromEntries(
    Object.values(tunnelOptions).flatMap(({ flag, help = "", checkFile }) =>
      flag === undefined ? [] : [[`${flag} <${checkFile === undefined ? "text" : "file"}>`, help]],
    ),
  );
}

/** Returns the options of the limits, by their flags. */
function limitOptions(): Options {
  return Object.fromEntries(
    limitNames.map((name) => {
      const { flag, unit, help } = limitTable[name];
      const argument = { count: "n", size: "size", seconds: "seconds" }[unit];
      return [`${flag} <${argument}>`, `${help} (default ${defaultLimitText(name)})`];
    }),
  );
}

type ReceiveOptions = Omit<OptionValues<typeof receiveOptions>, "forward" | "where"> &
  TunnelFlags &
  LimitFlags & { readonly forward?: readonly ForwardFlag[] };

/** Runs until a signal stops it. */
export const receive = command("receive", {
  description: "Receive deliveries; each is stored on disk before its response is sent",
  options: receiveOptions,
  moreOptions: { ...tunnelProviderOptions(), ...limitOptions() },
  help: `
Prints one line on stdout when it accepts connections: listening on http://HOST:PORT

With a tunnel, prints it when the tunnel is open, and exits with code 1 if the tunnel does not
open. A tunnel that is lost later is reopened. In a Space of the Hub, listens on 0.0.0.0:7860
and needs no tunnel.

If stderr is a terminal, prints a line there for each delivery, at most 20 per second.

Examples:
  hooklens receive
  hooklens receive --secret @secret.txt --route train --route labels --port 8080
  hooklens receive --secret @new.txt --secret @old.txt
  hooklens receive --handlers ./handlers --route-secret train=@train.txt
  hooklens receive --secret @secret.txt --forward localhost:3000/hook --tunnel ngrok
  hooklens receive --exec 'train=python3 train.py' --exec-env HF_TOKEN
  hooklens receive --forward :3000 --forward :3001 --where 'scope:discussion*'`,
  async run({ settings, output, nextStopSignal }, { forward, where, ...flags }) {
    const forwards = forwardFlags(forward, where);
    const options = { ...flags, ...(forwards !== undefined && { forward: forwards }) };
    const { role, opensTunnel } = readRole(settings, options);
    const stopped = nextStopSignal();
    const startedMs = Date.now();
    // Loaded now: the help does not need them.
    const [{ startEngine }, { defaultPorts, readLastPort }, { serveUntilStopped }] = await Promise.all([
      import("../../../engine/start-engine.ts"),
      import("../../../engine/free-port.ts"),
      import("../serve-until-stopped.ts"),
    ]);
    const location = storeLocation(settings);
    const usualPort = readLastPort(location.dataDir, "receiver") ?? defaultPorts.receiver;
    const engine = await startEngine({
      ...location,
      ...(options.since !== undefined && { historyMs: readTime(options.since, "--since") }),
      version,
      // A person sees the port; a script gets an error if the usual ones are taken.
      roles: { receiver: { ...role, anyPort: output.isWatched } },
      logger: output.logger,
    });
    const { receiver } = engine;
    if (receiver === null) throw new Error("the engine started without the requested role");
    if (opensTunnel) await openTunnel(engine, receiver, stopped);
    const address = receiver.publicUrl ?? receiver.url;
    for (const route of receiver.routes) output.note(routeLine(receiver, address, route));
    warn(receiver, role, output.logger);
    if (role.port === null && output.isWatched) {
      const { noteMovedPort } = await import("./moved-port.ts");
      await noteMovedPort(location, usualPort, receiver.url, output);
    }
    const lines = output.isWatched
      ? (await import("./lines.ts")).startReceiveLines(settings, startedMs, output)
      : null;
    const code = await serveUntilStopped(engine, receiver.url, stopped, output);
    await lines?.close();
    const left = waitingLine(receiver.waiting);
    if (left !== null) output.note(left);
    return code;
  },
});

function routeLine({ programs }: RunningReceiver, address: string, route: string): Visible {
  const program = programs.get(route);
  return program === undefined
    ? v`POST ${address}${routePath(route)}`
    : v`POST ${address}${routePath(route)} (${program})`;
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
  const programs = readPrograms(settings, options.exec);
  const hasOwn = handlersDir !== null || programs.length > 0;
  const routes = options.route ?? receiver.routes.value ?? (hasOwn ? [] : [defaultRoute]);
  const usualHost = space !== null && receiver.host.source === "default" ? space.host : receiver.host.value;
  return {
    role: {
      host: options.host ?? usualHost,
      port:
        options.port === undefined ? (receiver.port.value ?? space?.port ?? null) : readPort(options.port),
      secret: options.secret?.map(secretFromArgument) ?? receiver.secret.value,
      routes,
      routeSecrets: readRouteSecrets(options.routeSecret, receiver.routeSecrets.value, {
        routes: [...routes, ...programs.map(({ route }) => route)],
        moreMayCome: handlersDir !== null,
      }),
      handlersDir,
      programs,
      programEnv: options.execEnv ?? receiver.execEnv.value,
      ...forwardsOf(settings, options.forward),
      forwardRetriesMs: receiver.forwardRetries.value,
      runDefaults: { ...runDefaults, answer: options.answer ?? receiver.answer.value },
      repeats: receiver.repeats.value,
      runs: receiver.runs.value,
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
