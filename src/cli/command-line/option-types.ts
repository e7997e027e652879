/** Option of a command: its meaning, or its meaning and how it is read. */
export type OptionSpec =
  | string
  | {
      readonly about: string;
      readonly choices?: readonly string[];
      readonly default?: string;
      readonly required?: true;
      /** Name of an option that excludes this one. */
      readonly conflicts?: string;
      /** True if each use adds a value. */
      readonly repeatable?: true;
      /** Reads a value; `previous` comes from earlier uses of the option. */
      parse?(text: string, previous: unknown): unknown;
    };

/** Options of a command by their flags, as the help has them: `-o, --output <file>`. */
export type Options = Readonly<Record<string, OptionSpec>>;

/** Meanings of the arguments of a path, by their form: `<id>`, `[path...]`. */
export type Arguments<Path extends string> = {
  readonly [Word in ArgumentOf<Path>]:
    | string
    | { readonly about?: string; readonly choices: readonly string[] };
};

/** Arguments of a path and own options of a command, by their names. */
export type Values<Path extends string, Own extends Options> = ArgumentValues<Path> & OptionValues<Own>;

/** Values of options, by their names: `dryRun` of `--dry-run`. An option that is not given is undefined. */
export type OptionValues<Own extends Options> = {
  readonly [Flags in SureFlags<Own> as NameOf<Flags>]: ValueOf<Flags, Own[Flags]>;
} & {
  readonly [Flags in Exclude<keyof Own & string, SureFlags<Own>> as NameOf<Flags>]?: ValueOf<
    Flags,
    Own[Flags]
  >;
};

/** Options that always have a value. */
type SureFlags<Own extends Options> = {
  [Flags in keyof Own & string]: Own[Flags] extends { readonly required: true } | { readonly default: string }
    ? Flags
    : never;
}[keyof Own & string];

type ValueOf<Flags extends string, Spec extends OptionSpec> = Spec extends {
  parse(text: string, previous: never): infer Value;
}
  ? Value
  : Spec extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Spec extends { readonly repeatable: true }
      ? readonly string[]
      : Flags extends `${string}...>`
        ? readonly string[]
        : Flags extends `${string}>`
          ? string
          : Flags extends `${string}--no-${string}`
            ? false
            : boolean;

/** Name of an option: `dryRun` of `--dry-run`, `output` of `-o, --output <file>`, `work` of `--no-work`. */
type NameOf<Flags extends string> = Flags extends `${string}--${infer Long}`
  ? CamelCase<WithoutNo<FirstWord<Long>>>
  : never;

type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type WithoutNo<Name extends string> = Name extends `no-${infer Rest}` ? Rest : Name;
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type ArgumentValues<Path extends string> = {
  readonly [
    Word in ArgumentOf<Path> as Word extends `${"<" | "["}${infer Name}${"..." | ""}${">" | "]"}`
      ? Name extends `${infer Item}...`
        ? Item
        : Name
      : never
  ]: Word extends `${string}...${string}`
    ? readonly string[]
    : Word extends `<${string}`
      ? string
      : string | undefined;
};

type ArgumentOf<Path extends string> = Path extends `${infer Word} ${infer Rest}`
  ? ArgumentIn<Word> | ArgumentOf<Rest>
  : ArgumentIn<Path>;
type ArgumentIn<Word extends string> = Word extends `<${string}` | `[${string}` ? Word : never;
