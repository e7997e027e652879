import { channelsOf, type TextColor, type TextStyle } from "../text/line.ts";
import type { Visible } from "../text/visible.ts";

declare const styledBrand: unique symbol;

/** Visible text with escape sequences of this program: for output only, not for measuring or cutting. */
export type Styled = string & { readonly [styledBrand]: true };

/** Brands a text that this directory has composed. */
export function styled(text: string): Styled;
export function styled(text: string): string {
  return text;
}

/** Type of a string literal, or `Visible` if `T` is any string. */
type Literal<T extends string> = string extends T ? Visible : T;
type Wrap = <T extends string>(text: Literal<T> | Visible) => Styled;

/** Colors by meaning, from the terminal theme's 16. */
export interface Style {
  readonly ok: Wrap;
  readonly warn: Wrap;
  readonly error: Wrap;
  readonly muted: Wrap;
  readonly accent: Wrap;
  readonly bold: Wrap;
  /** Draws a text as the program that printed it. */
  program(text: Visible, style: TextStyle): Styled;
}

export function createStyle({ color }: { readonly color: boolean }): Style {
  const wrap =
    (on: number, off: number): Wrap =>
    (text) =>
      styled(color ? `\u001b[${on}m${text}\u001b[${off}m` : text);
  return {
    ok: wrap(32, 39),
    warn: wrap(33, 39),
    error: wrap(31, 39),
    muted: wrap(2, 22),
    accent: wrap(36, 39),
    bold: wrap(1, 22),
    program(text, style) {
      const codes = color ? sgrCodes(style) : [];
      return styled(codes.length === 0 ? text : `\u001b[${codes.join(";")}m${text}\u001b[0m`);
    },
  };
}

function sgrCodes({ color, background, bold, dim, italic, underline, inverse }: TextStyle) {
  const weights = { 1: bold, 2: dim, 3: italic, 4: underline, 7: inverse };
  return [
    ...Object.entries(weights).flatMap(([code, isOn]) => (isOn === true ? [code] : [])),
    ...(color === undefined ? [] : colorCodes(38, color)),
    ...(background === undefined ? [] : colorCodes(48, background)),
  ];
}

function colorCodes(of: 38 | 48, color: TextColor): readonly number[] {
  if (color < 8) return [of - 8 + color];
  if (color < 16) return [of + 52 + color - 8];
  const rgb = channelsOf(color);
  return rgb === null ? [of, 5, color] : [of, 2, rgb >> 16, (rgb >> 8) & 255, rgb & 255];
}

/**
 * Returns true if a stream gets colors: it is a terminal other than `dumb`, and neither the flag nor a
 * non-empty NO_COLOR (no-color.org) is set.
 */
export function wantsColor(
  env: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
  noColorFlag: boolean,
): boolean {
  return !noColorFlag && !env["NO_COLOR"] && env["TERM"] !== "dumb" && stream.isTTY === true;
}
