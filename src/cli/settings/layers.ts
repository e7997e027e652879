import type { ConfigValues } from "./config-schema.ts";

/** Source of a setting, from the strongest to the weakest. */
type Source = "flag" | "env" | "profile" | "file" | "default";

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
  /** Name of the source for a person: `--data-dir`, `HF_TOKEN`, `profile work in ~/…/config.yaml`. */
  readonly from: string;
}

/** One source of settings and its values. */
export interface Layer {
  readonly source: Source;
  readonly values: ConfigValues;
}

/** Key of a setting: a function that reads it from a layer, and the names of its flag and variable. */
interface Key<T> {
  read(values: ConfigValues): T | undefined;
  readonly flag?: string;
  readonly env?: string;
}

/** Names of the sources that a `Key` does not name. */
export interface SourceNames {
  readonly profile: string;
  readonly file: string;
}

/** Returns the value and the source of the strongest layer that has one; else the fallback. */
export function pick<T>(layers: readonly Layer[], key: Key<T>, names: SourceNames, fallback: T): Setting<T> {
  for (const { source, values } of layers) {
    const value = key.read(values);
    if (value === undefined) continue;
    const from = {
      flag: key.flag ?? "flag",
      env: key.env ?? "environment",
      profile: names.profile,
      file: names.file,
      default: "default",
    }[source];
    return { value, source, from };
  }
  return { value: fallback, source: "default", from: "default" };
}
