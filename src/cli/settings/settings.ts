import { configFilePath } from "../../engine/directories.ts";
import { describeStore } from "../../engine/stores.ts";
import { secretsOf } from "../../model/secret.ts";
import { nearest } from "../../text/nearest.ts";
import { SettingError } from "../errors.ts";
import { type ConfiguredLink, type PolicyLink, policyLinks } from "./policy-links.ts";
import {
  type Environment,
  listEntries,
  type Resolved,
  type Setting,
  type SettingContext,
  type SettingEntries,
  type SettingEntry,
} from "./setting.ts";
import { type Config, type ConfigValues, settingTable } from "./table.ts";

/** All settings and their sources. */
export interface Settings extends Resolved<typeof settingTable> {
  readonly configFile: {
    readonly path: string;
    readonly found: boolean;
    /** True if the file contains a secret or a token, at the top or in any profile. */
    readonly holdsSecret: boolean;
  };
  /** Value of `--profile`, or null. */
  readonly profile: string | null;
  /** Directories of policies with upstream branches and baselines. Paths are absolute. */
  readonly policyLinks: Setting<readonly PolicyLink[]>;
}

interface SettingSources {
  readonly flags: ConfigValues;
  readonly env: Environment;
  readonly profile: string | null;
  /** Content of the config file; null if there is no file. */
  readonly config: Config | null;
}

/** Values of flags, a profile or the file. */
interface Layer extends Pick<Setting<unknown>, "source"> {
  /** Name of the source for a person; null for the flag of the setting. */
  readonly from: string | null;
  readonly values: ConfigValues;
}

/**
 * Resolves each setting from the strongest source that has it: flag, environment, profile, file, default.
 * @throws {SettingError} unknown profile, store or theme
 */
export function resolveSettings({ flags, env, profile, config }: SettingSources): Settings {
  const configPath = configFilePath(env);
  const { profiles = {}, ...file } = config ?? {};
  const ofFile: readonly Layer[] = [
    ...(profile === null
      ? []
      : [
          {
            source: "profile" as const,
            from: `profile ${profile} in ${configPath}`,
            values: profileValues(profiles, profile, configPath),
          },
        ]),
    { source: "file", from: configPath, values: file },
  ];
  const layers: readonly Layer[] = [{ source: "flag", from: null, values: flags }, ...ofFile];
  const context = { configPath, env };
  const resolved = resolveEntries(settingTable, [], layers, context) as Resolved<typeof settingTable>;
  return {
    ...resolved,
    configFile: {
      path: configPath,
      found: config !== null,
      holdsSecret: config !== null && configHoldsSecret(config),
    },
    profile,
    policyLinks: policyLinks(listedPolicies(ofFile), context),
  };
}

function resolveEntries(
  entries: SettingEntries,
  parents: readonly string[],
  layers: readonly Layer[],
  context: SettingContext,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const path = [...parents, name];
      return [
        name,
        "entries" in entry
          ? resolveEntries(entry.entries, path, layers, context)
          : resolveEntry(entry, path, layers, context),
      ];
    }),
  );
}

function resolveEntry(
  entry: SettingEntry<unknown, unknown>,
  path: readonly string[],
  layers: readonly Layer[],
  context: SettingContext,
): Setting<unknown> {
  const [flags, ...ofFile] = layers.map(({ source, from, values }) => ({
    value: valueAt(values, path),
    source,
    from: from ?? entry.flag ?? "flag",
  }));
  const variables = [entry.env ?? []].flat().map((name) => ({
    value: variableOf(entry, context.env[name]),
    source: "env" as const,
    from: name,
  }));
  const found = [flags, ...variables, ...ofFile].find(
    (each) => each !== undefined && each.value !== undefined,
  );
  const setting: Setting<unknown> =
    found === undefined
      ? { value: entry.default, source: "default", from: "default" }
      : { ...found, value: entry.read === undefined ? found.value : entry.read(found.value) };
  return entry.finish?.(setting, context) ?? setting;
}

/** Returns the value of a variable. An empty one counts as unset (for NO_COLOR: see no-color.org). */
function variableOf({ readVariable }: SettingEntry<unknown, unknown>, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  return readVariable === undefined ? text.trim() || undefined : readVariable(text);
}

function valueAt(values: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

/** Returns the setting at a path of the table. */
export function settingAt(settings: Settings, path: readonly string[]): Setting<unknown> {
  return valueAt(settings, path) as Setting<unknown>;
}

/** Returns the strongest list of directories, even behind the directory of a flag. */
function listedPolicies(layers: readonly Layer[]): Setting<readonly ConfiguredLink[]> {
  for (const { source, from, values } of layers) {
    if (Array.isArray(values.policies)) return { value: values.policies, source, from: from ?? source };
  }
  return { value: [], source: "default", from: "default" };
}

/** Returns all secrets of the receiver. */
export function allSecrets({ secret, routeSecrets }: Settings["receiver"]): readonly string[] {
  return [...secretsOf(secret.value), ...Object.values(routeSecrets.value).flatMap(secretsOf)];
}

/** Returns true if a config has a secret or a token, at the top or in any profile. */
export function configHoldsSecret({ profiles = {}, ...file }: Config): boolean {
  return [file, ...Object.values(profiles)].some(holdsSecret);
}

function holdsSecret(values: ConfigValues): boolean {
  const { store } = values;
  if (store !== undefined && describeStore(store).secrets.length > 0) return true;
  return listEntries(settingTable).some(
    ({ path, entry }) => entry.isSecret === true && valueAt(values, path) !== undefined,
  );
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
