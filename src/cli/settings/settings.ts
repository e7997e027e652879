import { configFilePath, defaultDataDir } from "../../engine/directories.ts";
import { defaultKeepBytes, defaultKeepDays } from "../../engine/retention.ts";
import { defaultStore, describeStore } from "../../engine/stores.ts";
import { defaultEndpoint } from "../../hub/endpoint.ts";
import { isHooklensError } from "../../model/errors.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import type { SavedFilters } from "../../model/saved-filters.ts";
import { type AcceptedSecrets, secretIn, secretsOf } from "../../model/secret.ts";
import { type LimitName, limitNames, limitTable, readLimit } from "../../receiver/limits.ts";
import { readDuration } from "../../text/duration.ts";
import { nearest } from "../../text/nearest.ts";
import { readByteSize } from "../../text/numbers.ts";
import { SettingError } from "../errors.ts";
import { absolutePath } from "./absolute-path.ts";
import type { Config, ConfigValues } from "./config-schema.ts";
import { type InterfaceSources, resolveInterface, themeOfVariable } from "./interface-settings.ts";
import { type Layer, type Setting, type SourceNames, pick } from "./layers.ts";
import { type ConfiguredLink, type PolicyLink, policyFolder, policyLinks } from "./policy-links.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** All settings and their sources. */
export interface Settings {
  readonly configFile: {
    readonly path: string;
    readonly found: boolean;
    /** True if the file contains a secret or a token, at the top or in any profile. */
    readonly holdsSecret: boolean;
  };
  /** Value of `--profile`, or null. */
  readonly profile: string | null;
  readonly endpoint: Setting<string>;
  /**
   * Token of flag, environment or config file; else null, and `chooseHub` reads the token file of the Hub's
   * tools.
   */
  readonly token: Setting<string | null>;
  readonly local: Setting<boolean>;
  readonly store: Setting<string>;
  /** Absolute path. */
  readonly dataDir: Setting<string>;
  /** Directory to show. */
  readonly policies: Setting<string | null>;
  /** Directories with the branches that their policies come from, and their baselines. Paths are absolute. */
  readonly policyLinks: Setting<readonly PolicyLink[]>;
  readonly receiver: {
    readonly host: Setting<string>;
    /** Configured port; null selects the last one used, 7860, or the next free one. */
    readonly port: Setting<number | null>;
    readonly secret: Setting<AcceptedSecrets>;
    /** Secrets by route name. */
    readonly routeSecrets: Setting<Readonly<Record<string, string | readonly string[]>>>;
    /** Names of routes; null selects the default. */
    readonly routes: Setting<readonly string[] | null>;
    /** Absolute path. */
    readonly handlers: Setting<string | null>;
    readonly forward: Setting<string | null>;
    readonly forwardRules: Setting<readonly { readonly where: string; readonly to: string }[]>;
    /** Delays between attempts, in milliseconds. */
    readonly forwardRetries: Setting<readonly number[]>;
    /** False to send nothing from the queue of forwards; null selects the default of the program. */
    readonly work: Setting<boolean | null>;
    readonly open: Setting<boolean>;
    readonly acceptQuerySecret: Setting<boolean>;
    readonly trustedProxies: Setting<readonly string[]>;
    /** Token for /metrics. */
    readonly metricsToken: Setting<string | null>;
    /** Configured limits; null selects the one of `defaultLimits`. */
    readonly limits: Readonly<Record<LimitName, Setting<number | null>>>;
  };
  readonly tunnel: {
    /** Tunnel in the form of `--tunnel`. */
    readonly provider: Setting<string | null>;
    readonly domain: Setting<string | null>;
    readonly authtoken: Setting<string | null>;
    /** Absolute path of a file. */
    readonly trafficPolicy: Setting<string | null>;
  };
  readonly hub: {
    readonly host: Setting<string>;
    /** Configured port; null selects the last one used, 7870, or the next free one. */
    readonly port: Setting<number | null>;
    /** Token that callers must send; null selects the one kept in the data directory. */
    readonly token: Setting<string | null>;
  };
  readonly deliveries: {
    /** Days; 0: forever. */
    readonly keepDays: Setting<number>;
    /** Bytes; 0: no limit. */
    readonly keepBytes: Setting<number>;
    /** Age of the first deliveries in a new copy of a log on other machines, in milliseconds; null for the default. */
    readonly since: Setting<number | null>;
  };
  /** Saved filters of deliveries. */
  readonly filters: Setting<SavedFilters>;
  readonly interface: InterfaceSources;
  readonly noColor: Setting<boolean>;
}

interface SettingSources {
  readonly flags: ConfigValues;
  readonly env: Environment;
  readonly profile: string | null;
  /** Content of the config file; null if there is no file. */
  readonly config: Config | null;
}

/**
 * Resolves each setting from the strongest source that has it: flag, environment, profile, file, default.
 * @throws {SettingError} unknown profile, store or theme
 */
export function resolveSettings({ flags, env, profile, config }: SettingSources): Settings {
  const path = configFilePath(env);
  const { profiles = {}, ...file } = config ?? {};
  const layers: Layer[] = [
    { source: "flag", values: flags },
    { source: "env", values: environmentValues(env) },
    ...(profile === null
      ? []
      : [{ source: "profile" as const, values: profileValues(profiles, profile, path) }]),
    { source: "file", values: file },
  ];
  const names: SourceNames = { profile: `profile ${profile} in ${path}`, file: path };
  const at = <T>(
    read: (values: ConfigValues) => T | undefined,
    fallback: T,
    flag?: string,
    variable?: string,
  ): Setting<T> =>
    pick(
      layers,
      { read, ...(flag === undefined ? {} : { flag }), ...(variable === undefined ? {} : { env: variable }) },
      names,
      fallback,
    );

  const absoluteOrNull = (dir: Setting<string | null>): Setting<string | null> =>
    dir.value === null ? dir : absolutePath({ ...dir, value: dir.value }, path, env);

  return {
    configFile: {
      path,
      found: config !== null,
      holdsSecret: config !== null && configHoldsSecret(config),
    },
    profile,
    endpoint: at((values) => values.endpoint, defaultEndpoint, "--endpoint", "HF_ENDPOINT"),
    token: at<string | null>((values) => values.token, null, "--token", tokenVariable(env)),
    local: at((values) => values.local, false, "--local"),
    store: checkStore(at((values) => values.store, defaultStore, "--store", "HOOKLENS_STORE")),
    dataDir: absolutePath(
      at((values) => values.dataDir, defaultDataDir(env), "--data-dir", "HOOKLENS_DATA_DIR"),
      path,
      env,
    ),
    policies: policyFolder(
      at<string | readonly ConfiguredLink[] | null>((values) => values.policies, null, "--policies"),
      path,
      env,
    ),
    policyLinks: policyLinks(
      at<readonly ConfiguredLink[]>(
        ({ policies }) => (typeof policies === "string" ? undefined : policies),
        [],
      ),
      path,
      env,
    ),
    receiver: {
      host: at((values) => values.receiver?.host, "127.0.0.1", "--host"),
      port: at<number | null>((values) => values.receiver?.port, null, "--port"),
      secret: at<AcceptedSecrets>((values) => values.receiver?.secret, null, "--secret", "WEBHOOK_SECRET"),
      routeSecrets: withRouteVariables(
        at((values) => values.receiver?.routeSecrets, {}, "--route-secret"),
        env,
      ),
      routes: at<readonly string[] | null>((values) => values.receiver?.routes, null, "--route"),
      handlers: absoluteOrNull(at((values) => values.receiver?.handlers, null, "--handlers")),
      forward: at<string | null>((values) => values.receiver?.forward, null, "--forward"),
      forwardRules: at<readonly { readonly where: string; readonly to: string }[]>(
        (values) => values.receiver?.forwardRules,
        [],
        "--forward",
      ),
      forwardRetries: at(
        (values) => values.receiver?.forwardRetries?.map((text) => readDuration(text) ?? 0),
        forwardRetryDelaysMs,
      ),
      work: at<boolean | null>((values) => values.receiver?.work, null, "--no-work"),
      open: at((values) => values.receiver?.open, false, "--open"),
      acceptQuerySecret: at((values) => values.receiver?.acceptQuerySecret, false, "--accept-query-secret"),
      trustedProxies: at<readonly string[]>((values) => values.receiver?.trustedProxies, []),
      metricsToken: at<string | null>(
        (values) => values.receiver?.metricsToken,
        null,
        "--metrics-token",
        "HOOKLENS_METRICS_TOKEN",
      ),
      limits: limitSettings(at),
    },
    tunnel: {
      provider: at<string | null>((values) => values.tunnel?.provider, null, "--tunnel"),
      domain: at<string | null>((values) => values.tunnel?.domain, null, "--domain"),
      authtoken: at<string | null>((values) => values.tunnel?.authtoken, null, undefined, "NGROK_AUTHTOKEN"),
      trafficPolicy: absoluteOrNull(at((values) => values.tunnel?.trafficPolicy, null, "--traffic-policy")),
    },
    hub: {
      host: at((values) => values.hub?.host, "127.0.0.1", "--host"),
      port: at<number | null>((values) => values.hub?.port, null, "--port"),
      token: at<string | null>((values) => values.hub?.token, null, "--token", "HOOKLENS_HUB_TOKEN"),
    },
    deliveries: {
      keepDays: at((values) => values.deliveries?.keepDays, defaultKeepDays),
      keepBytes: at((values) => bytesOf(values.deliveries?.keepBytes), defaultKeepBytes),
      since: at<number | null>(
        ({ deliveries }) => (deliveries?.since === undefined ? undefined : readAge(deliveries.since)),
        null,
        "--since",
        "HOOKLENS_SINCE",
      ),
    },
    filters: at<SavedFilters>((values) => values.filters, {}),
    interface: resolveInterface(at),
    noColor: at((values) => values.noColor, false, "--no-color", "NO_COLOR"),
  };
}

/** Returns all secrets of the receiver. */
export function allSecrets({ secret, routeSecrets }: Settings["receiver"]): readonly string[] {
  return [...secretsOf(secret.value), ...Object.values(routeSecrets.value).flatMap(secretsOf)];
}

/** Returns true if a config has a secret or a token, at the top or in any profile. */
export function configHoldsSecret({ profiles = {}, ...file }: Config): boolean {
  return [file, ...Object.values(profiles)].some(holdsSecret);
}

function holdsSecret({ store, token, receiver, tunnel, hub }: ConfigValues): boolean {
  const all = [
    secretOfStore(store),
    token,
    receiver?.secret,
    receiver?.routeSecrets,
    tunnel?.authtoken,
    hub?.token,
  ];
  return all.some((secret) => secret !== undefined);
}

/** Returns the password in a `--store` value. */
function secretOfStore(store: string | undefined): string | undefined {
  return store === undefined ? undefined : describeStore(store).secrets[0];
}

type At = (
  read: (values: ConfigValues) => number | null | undefined,
  fallback: null,
  flag: string,
) => Setting<number | null>;

function limitSettings(at: At): Readonly<Record<LimitName, Setting<number | null>>> {
  const entries = limitNames.map((name) => {
    const { setting, flag } = limitTable[name];
    const read = ({ receiver }: ConfigValues): number | null | undefined => {
      const value = receiver?.[setting];
      return value === undefined ? undefined : readLimit(name, String(value));
    };
    return [name, at(read, null, flag)] as const;
  });
  return Object.fromEntries(entries) as Record<LimitName, Setting<number | null>>;
}

/** Returns a validated size in bytes. */
function bytesOf(size: number | string | undefined): number | undefined {
  return typeof size === "string" ? (readByteSize(size) ?? undefined) : size;
}

/** Parses an age such as `7d` into milliseconds. @throws {SettingError} */
function readAge(text: string): number {
  const ageMs = readDuration(text);
  if (ageMs !== null && ageMs > 0) return ageMs;
  throw new SettingError({
    what: `"${text}" is not a value for --since or HOOKLENS_SINCE`,
    hint: "Give an age such as 7d or 12h",
  });
}

/**
 * Returns the name of the token variable: `HUGGING_FACE_HUB_TOKEN` if `HF_TOKEN` is not set, as in the Hub's
 * own tools.
 */
function tokenVariable(env: Environment): string {
  return env["HF_TOKEN"]?.trim() ? "HF_TOKEN" : "HUGGING_FACE_HUB_TOKEN";
}

/**
 * Returns the settings of the environment. An empty variable counts as unset (for NO_COLOR: see
 * no-color.org).
 */
function environmentValues(env: Environment): ConfigValues {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  return {
    endpoint: given("HF_ENDPOINT"),
    token: given(tokenVariable(env)),
    store: given("HOOKLENS_STORE"),
    dataDir: given("HOOKLENS_DATA_DIR"),
    deliveries: { since: given("HOOKLENS_SINCE") },
    // Not trimmed, so that a space at an end is reported.
    receiver: {
      secret: secretIn(env["WEBHOOK_SECRET"] ?? "") || undefined,
      metricsToken: given("HOOKLENS_METRICS_TOKEN"),
    },
    tunnel: { authtoken: given("NGROK_AUTHTOKEN") },
    hub: { token: given("HOOKLENS_HUB_TOKEN") },
    interface: { theme: themeOfVariable(given("HOOKLENS_THEME")) },
    noColor: given("NO_COLOR") === undefined ? undefined : true,
  };
}

const routeVariable = /^WEBHOOK_SECRET_([A-Z0-9_]+)$/;

/**
 * Adds the route secrets of the environment, which take precedence: `WEBHOOK_SECRET_NEW_DATA` is that of the
 * route `new-data`.
 */
function withRouteVariables(
  configured: Setting<Readonly<Record<string, string | readonly string[]>>>,
  env: Environment,
): Setting<Readonly<Record<string, string | readonly string[]>>> {
  const found = Object.entries(env).flatMap(([variable, secret]) => {
    const name = routeVariable.exec(variable)?.[1];
    return name === undefined || !secret
      ? []
      : [{ variable, route: name.toLowerCase().replaceAll("_", "-"), secret: secretIn(secret) }];
  });
  if (found.length === 0) return configured;
  const from = found.map(({ variable }) => variable);
  if (configured.source !== "default") from.push(configured.from);
  return {
    value: { ...configured.value, ...Object.fromEntries(found.map(({ route, secret }) => [route, secret])) },
    source: "env",
    from: from.join(" and "),
  };
}

function profileValues(
  profiles: Readonly<Record<string, ConfigValues>>,
  name: string,
  path: string,
): ConfigValues {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (found !== undefined) return found;
  const known = Object.keys(profiles);
  const near = nearest(name, known);
  throw new SettingError({
    what: `there is no profile "${name}" in ${path}`,
    hint:
      near !== null
        ? `Perhaps you mean ${near}`
        : known.length > 0
          ? `Use one of ${known.join(", ")}`
          : "Add it under the key profiles",
  });
}

/** Checks the value of `--store`, and says where an invalid one comes from. */
function checkStore(store: Setting<string>): Setting<string> {
  try {
    describeStore(store.value);
    return store;
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    const { what, why, hint } = error;
    throw new SettingError({
      what,
      why: why === undefined ? store.from : `${store.from}: ${why}`,
      hint,
      cause: error,
    });
  }
}
