import type { ZodType, z } from "zod";
import type { allTables } from "../../tables/all-tables.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Value of a setting and its source. */
export interface Setting<T> {
  readonly value: T;
  readonly source: "flag" | "env" | "profile" | "file" | "default";
  /** Name of the source for a person: `--data-dir`, `HF_TOKEN`, `profile work in ~/…/config.yaml`. */
  readonly from: string;
}

/**
 * Functions that create schemas. They are a parameter, since only a start with a config file loads them, and few, since
 * the bundler omits the others.
 */
export type Zod = Pick<
  typeof z,
  | "array"
  | "boolean"
  | "enum"
  | "int"
  | "number"
  | "partialRecord"
  | "record"
  | "strictObject"
  | "string"
  | "union"
  | "url"
>;

/** Tables of the app. They are a parameter, since only the config file, its documents and `config` load them. */
export type Tables = typeof allTables;

/** Files and variables that a value may refer to. */
export interface SettingContext {
  readonly configPath: string;
  readonly env: Environment;
}

/** Properties of a setting: source of the type, the config file, `config`, and the documents. */
interface SettingOptions<Stored, Value, Default, Final> {
  /** Flag, for the source and the description. */
  readonly flag?: string;
  /** Environment variable, or several; the first one set counts. */
  readonly env?: string | readonly [string, ...string[]];
  /** Meaning and default, in sentences. */
  readonly about: string | ((tables: Tables) => string);
  /** Sentence about flag and variable, if it is not `Flag --host, env HOST.` */
  readonly sources?: string;
  /** True for a secret or a token, which is printed only on request and makes the config file private. */
  readonly isSecret?: true;
  /** Schema of the value in the config file. */
  schema(zod: Zod, tables: Tables): ZodType<Stored>;
  /** Reads the value from the variable; undefined if it is not set. By default the text without its margins. */
  readVariable?(text: string): Stored | undefined;
  /** Converts the value of a flag, a variable or the config file. */
  read?(stored: Stored): Value;
  readonly default: Default;
  /** Completes the setting by its source, or checks it. @throws {SettingError} */
  finish?(setting: Setting<Value | Default>, context: SettingContext): Setting<Final>;
  /** Formats the value for a person; an empty text if there is none. */
  show?(value: Final, tables: Tables): string;
}

/** A variable is text: for any other value a setting with a variable has a reader. */
type VariableOptions<Stored> = string extends Stored
  ? unknown
  : { readonly env?: never } | { readVariable(text: string): Stored | undefined };

/** A setting in the table. */
export type SettingEntry<Stored, Final> = SettingOptions<Stored, unknown, unknown, Final>;

/** Settings below one key of the config file. */
export interface SettingGroup<Entries = SettingEntries> {
  readonly about: string;
  readonly entries: Entries;
}

/** Entries by their keys in the config file. */
export interface SettingEntries {
  readonly [name: string]: SettingEntry<unknown, unknown> | SettingGroup;
}

/** Settings of a table, by the keys of the config file. */
export type Resolved<Entries> = {
  readonly [Name in keyof Entries]: Entries[Name] extends SettingGroup<infer Inner>
    ? Resolved<Inner>
    : Entries[Name] extends SettingEntry<infer _, infer Final>
      ? Setting<Final>
      : never;
};

/** Values of the settings of a table in the config file. */
export type Stored<Entries> = {
  -readonly [Name in keyof Entries]?:
    | (Entries[Name] extends SettingGroup<infer Inner>
        ? Stored<Inner>
        : Entries[Name] extends SettingEntry<infer Value, infer _>
          ? Value
          : never)
    | undefined;
};

/** Defines a setting. */
export function setting<Stored, Default, Value = Stored, Final = Value | Default>(
  options: SettingOptions<Stored, Value, Default, Final> & VariableOptions<Stored>,
): SettingEntry<Stored, NoInfer<Final>> {
  return options;
}

/** Defines the settings below a key. */
export function group<Entries extends SettingEntries>(
  about: string,
  entries: Entries,
): SettingGroup<Entries> {
  return { about, entries };
}

/** Lists the settings of a table with the keys that lead to them in the config file. */
export function listEntries(
  entries: SettingEntries,
  parents: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly entry: SettingEntry<unknown, unknown> }[] {
  return Object.entries(entries).flatMap(([name, entry]) => {
    const path = [...parents, name];
    return "entries" in entry ? listEntries(entry.entries, path) : [{ path, entry }];
  });
}
