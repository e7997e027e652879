import type { Visible } from "../text/visible.ts";

declare const styledBrand: unique symbol;

/** Visible text with escape sequences of ours in it: ready for a terminal, of no use for measuring or cutting. */
export type Styled = string & { readonly [styledBrand]: true };

/** Vouches for a text that this room has put together. */
export function styled(text: string): Styled;
export function styled(text: string): string {
  return text;
}

/** Text this program brought along, written out in its source. */
type Literal<T extends string> = string extends T ? Visible : T;
type Wrap = <T extends string>(text: Literal<T> | Visible) => Styled;

/** Colour by meaning, in the sixteen colours every terminal has and its owner has chosen. */
export interface Style {
  readonly ok: Wrap;
  readonly warn: Wrap;
  readonly error: Wrap;
  readonly muted: Wrap;
  readonly accent: Wrap;
  readonly bold: Wrap;
}

export function createStyle({ colour }: { readonly colour: boolean }): Style {
  const wrap =
    (on: number, off: number): Wrap =>
    (text) =>
      styled(colour ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  return {
    ok: wrap(32, 39),
    warn: wrap(33, 39),
    error: wrap(31, 39),
    muted: wrap(2, 22),
    accent: wrap(36, 39),
    bold: wrap(1, 22),
  };
}

/** Whether to colour what goes to a stream: not for a file or a pipe, not for a dumb terminal, not against NO_COLOR (no-color.org). */
export function colourWanted(
  env: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
  noColourFlag: boolean,
): boolean {
  return !noColourFlag && !env["NO_COLOR"] && env["TERM"] !== "dumb" && stream.isTTY === true;
}
