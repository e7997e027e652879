import type { TunnelSettings } from "../../engine/engine.ts";
import { UsageError } from "../../model/errors.ts";
import { firstSecret } from "../../model/secret.ts";
import { receiverErrors } from "../../receiver/errors.ts";
import { type ForwardRule, parseForwardRule } from "../../receiver/forward/rules.ts";
import { parseForwardTarget } from "../../receiver/forward/target.ts";
import type { SpaceAddress } from "../../receiver/hf-space.ts";
import {
  type LimitSetting,
  type ReceiverLimits,
  limitNames,
  limitTable,
  readLimit,
} from "../../receiver/limits.ts";
import { type Program, parseProgram } from "../../receiver/programs/program.ts";
import { TunnelError } from "../../receiver/tunnel/errors.ts";
import type { TunnelProvider } from "../../receiver/tunnel/provider.ts";
import {
  defaultTunnel,
  parseTunnelChoice,
  type TunnelOptionName,
  tunnelOptionNames,
  tunnelOptions,
  tunnelProviders,
} from "../../receiver/tunnel/providers.ts";
import type { Settings } from "./settings.ts";

/** Tunnel options of the command line, as typed. */
export type TunnelFlags = { readonly [name in "tunnel" | "domain" | TunnelOptionName]?: string };

/** Limits of the command line, as typed. */
export type LimitFlags = { readonly [setting in LimitSetting]?: string };

/** Tunnel of a receiver. */
interface TunnelWish {
  readonly settings: TunnelSettings;
  /** True for a chosen tunnel, which `receive` opens at the start; false: the default opens only on request. */
  readonly isAsked: boolean;
}

/**
 * Resolves the tunnel from flags and settings.
 * @throws {UsageError} unknown tunnel, a flag without its tunnel, or a file that cannot be read
 */
export function readTunnel({ tunnel }: Pick<Settings, "tunnel">, flags: TunnelFlags = {}): TunnelWish {
  const configured = tunnel.provider.value;
  const asked = flags.tunnel ?? configured;
  const choice = asked === null ? null : parseTunnelChoice(asked);
  if (flags.domain !== undefined && choice === null) throw needsTunnel("--domain");
  for (const name of tunnelOptionNames) {
    const value = flags[name];
    if (value !== undefined) checkTunnelOption(name, value, choice?.provider ?? null);
  }
  const text = choice === null ? null : (asked?.trim() ?? null);
  // Settings of the configured tunnel do not apply to another one named on the command line.
  const isConfigured = (text ?? defaultTunnel) === (configured ?? defaultTunnel);
  return {
    settings: {
      choice: text,
      domain: flags.domain ?? (isConfigured ? tunnel.domain.value : null),
      options: Object.fromEntries(
        tunnelOptionNames.map((name) => {
          const applies = tunnelOptions[name].isSecret === true || isConfigured;
          return [name, flags[name] ?? (applies ? tunnel[name].value : null)];
        }),
      ),
    },
    isAsked: choice !== null,
  };
}

/**
 * Rejects `--tunnel` in a Space: a Space has a public URL.
 * @param flag `--tunnel` as typed; undefined and `none` are accepted
 * @throws {UsageError}
 */
export function refuseTunnelInSpace(flag: string | undefined, { url }: SpaceAddress): void {
  if (flag === undefined || parseTunnelChoice(flag) === null) return;
  throw new UsageError({
    what: "no tunnel is opened in a Space",
    why: `the internet reaches it at ${url}`,
    hint: "Omit --tunnel",
  });
}

/**
 * Resolves the forward target from flag and setting.
 * @returns null if nothing is to be forwarded
 * @throws {ForwardTargetError}
 */
export function readForward({ receiver }: Pick<Settings, "receiver">, flag?: string): string | null {
  const target = flag ?? receiver.forward.value;
  return target === null ? null : parseForwardTarget(target);
}

/** `--forward` as typed, with the `--where` after it. */
export interface ForwardFlag {
  readonly url: string;
  readonly where: string | null;
}

/**
 * Resolves the rules of the forward from the flags, otherwise from the setting.
 * @throws {ForwardTargetError | UsageError}
 */
export function readForwardRules(
  { receiver, filters }: Pick<Settings, "receiver" | "filters">,
  flags: readonly ForwardFlag[] = [],
): readonly ForwardRule[] {
  const rules = flags.flatMap(({ url, where }) => (where === null ? [] : [{ where, to: url }]));
  const chosen = flags.length > 0 ? rules : receiver.forwardRules.value;
  return chosen.map(({ where, to }) => parseForwardRule(where, to, filters.value));
}

/**
 * Resolves the programs of routes from the flags, otherwise from the setting.
 * @param flags as typed: `train=python3 train.py`
 * @throws {UsageError} a flag without NAME=, a route with two programs, or a command that cannot be read
 */
export function readPrograms(
  { receiver }: Pick<Settings, "receiver">,
  flags?: readonly string[],
): readonly Program[] {
  if (flags === undefined) {
    return Object.entries(receiver.exec.value).map(([route, line]) => parseProgram(route, line));
  }
  const lines = new Map<string, string>();
  for (const flag of flags) {
    const at = flag.indexOf("=");
    if (at <= 0) {
      throw new UsageError({
        what: `"${flag}" names no route to run a program for`,
        hint: "Write --exec 'NAME=python3 train.py'",
      });
    }
    const route = flag.slice(0, at).trim();
    const known = lines.get(route);
    const line = flag.slice(at + 1).trim();
    if (known !== undefined) throw receiverErrors.handlerTwice(route, [known, line]);
    lines.set(route, line);
  }
  return [...lines].map(([route, line]) => parseProgram(route, line));
}

/**
 * Resolves the limits that flags or settings set; the others are absent.
 * @param flags as typed, by the names of the settings
 * @throws {UsageError} invalid value of a flag
 */
export function readLimits(
  { receiver }: Pick<Settings, "receiver">,
  flags: LimitFlags = {},
): Partial<ReceiverLimits> {
  const entries = limitNames.flatMap((name) => {
    const { setting, flag, unit } = limitTable[name];
    const text = flags[setting];
    const value = text === undefined ? receiver[setting].value : readLimit(name, text);
    if (value !== null) return [[name, value] as const];
    if (text === undefined) return [];
    const forms = {
      count: "a whole number of at least 1",
      size: "a size such as 5MiB",
      seconds: "seconds, such as 30",
    };
    throw new UsageError({ what: `"${text}" is not a value for ${flag}`, hint: `Give ${forms[unit]}` });
  });
  return Object.fromEntries(entries);
}

/**
 * Checks an option of a tunnel that is given as a flag. A file of the configuration is checked when the tunnel opens.
 * @throws {UsageError}
 */
function checkTunnelOption(name: TunnelOptionName, value: string, provider: TunnelProvider | null): void {
  const { flag = name, checkFile } = tunnelOptions[name];
  if (provider === null) throw needsTunnel(flag);
  if (provider.options[name] === undefined) {
    const able = tunnelProviders.filter(({ options }) => options[name] !== undefined);
    const names = able.map(({ kind }) => kind).join(" or ");
    throw new UsageError({
      what: `${flag} works only with ${names}`,
      hint: `Omit it, or use --tunnel ${names}`,
    });
  }
  try {
    checkFile?.(value);
  } catch (cause) {
    if (!(cause instanceof TunnelError)) throw cause;
    const { what, why } = cause;
    throw new UsageError({ what, why, hint: `Choose another with ${flag}`, cause });
  }
}

function needsTunnel(flag: string): UsageError {
  return new UsageError({ what: `${flag} needs a tunnel`, hint: `Add --tunnel ${defaultTunnel}` });
}

type SecretSettings = Pick<Settings["receiver"], "secret" | "routeSecrets">;

/** Returns the secret to send with replays of a route; null if there is none. */
export function secretOfRoute({ secret, routeSecrets }: SecretSettings, route: string | null): string | null {
  const { value: ofRoutes } = routeSecrets;
  const own = route !== null && Object.hasOwn(ofRoutes, route) ? ofRoutes[route] : undefined;
  return firstSecret(own ?? secret.value);
}
