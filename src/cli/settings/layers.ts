import type { ConfigValues } from "./config-schema.ts";

/** Who decided a setting, from the strongest to the weakest. */
type Source = "flag" | "env" | "profile" | "file" | "default";

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
  /** The source by its name, for a person: `--data-dir`, `HF_TOKEN`, `profile work in ~/…/config.yaml`. */
  readonly from: string;
}

/** One source of settings and what it says. */
export interface Layer {
  readonly source: Source;
  readonly values: ConfigValues;
}

/** Where a setting is read: how to find it in a layer's values, and what it is called in each. */
interface Key<T> {
  read(values: ConfigValues): T | undefined;
  readonly flag?: string;
  readonly env?: string;
}

/** The names of the sources that have no name of their own in a `Key`. */
export interface SourceNames {
  readonly profile: string;
  readonly file: string;
}

/** The strongest layer's value, with where it came from; the fallback where no layer has one. */
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
