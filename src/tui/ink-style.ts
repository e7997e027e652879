import chalk, { backgroundColorNames, type ChalkInstance, foregroundColorNames } from "chalk";
import type { Background } from "../terminal/background.ts";
import { channelsOf, type TextColor, type TextStyle } from "../text/line.ts";
import type { InkStyle } from "./theme.ts";

const named = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const palette = [...named, "gray", ...named.slice(1).map((name) => `${name}Bright`)];

/**
 * Returns the style of a program in Ink. Ink maps true colors to the terminal's.
 * @param on background of the theme; null keeps only weights
 */
export function inkStyle(style: TextStyle, on: Background | null): InkStyle {
  const { color, background, bold, dim, italic, underline, inverse } = style;
  const isLost = on === null || (color !== undefined && background === undefined && isHidden(color, on));
  return {
    ...(color === undefined || isLost ? {} : { color: inkColor(color) }),
    ...(background === undefined || on === null ? {} : { backgroundColor: inkColor(background) }),
    ...(bold === true ? { bold } : {}),
    ...(dim === true ? { dimColor: dim } : {}),
    ...(italic === true ? { italic } : {}),
    ...(underline === true ? { underline } : {}),
    ...(inverse === true ? { inverse } : {}),
  };
}

const namedColors = new Map<string, ChalkInstance>(
  [...foregroundColorNames, ...backgroundColorNames].map((name) => [name, chalk[name]]),
);

/** Styles a text as Ink's Text does. */
export function styledText(
  text: string,
  { color, backgroundColor, dimColor, bold, italic, underline, inverse }: InkStyle,
): string {
  let styled = dimColor === true ? chalk.dim(text) : text;
  if (color !== undefined) styled = (namedColors.get(color) ?? chalk.hex(color))(styled);
  if (backgroundColor !== undefined) {
    const name = `bg${backgroundColor.charAt(0).toUpperCase()}${backgroundColor.slice(1)}`;
    styled = (namedColors.get(name) ?? chalk.bgHex(backgroundColor))(styled);
  }
  if (bold === true) styled = chalk.bold(styled);
  if (italic === true) styled = chalk.italic(styled);
  if (underline === true) styled = chalk.underline(styled);
  return inverse === true ? chalk.inverse(styled) : styled;
}

function inkColor(color: TextColor): string {
  return palette[color] ?? `#${rgbOf(color).toString(16).padStart(6, "0")}`;
}

/** Channel values in xterm's cube of 216 colors, after the palette's 16. */
const cube = [0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff];

/** Returns a palette color as 0xrrggbb, except the first 16, which the terminal defines. */
function rgbOf(color: TextColor): number {
  const channels = channelsOf(color);
  if (channels !== null) return channels;
  if (color >= 232) return (8 + (color - 232) * 10) * 0x01_0101;
  const index = color - 16;
  const channel = (step: number) => cube[step % 6] ?? 0;
  return (channel(Math.floor(index / 36)) << 16) + (channel(Math.floor(index / 6)) << 8) + channel(index);
}

/** Maximum channel difference between an unreadable text and the background. */
const tooClose = 0x20;

/** Returns true if a text cannot be seen: black on dark, white on light. */
function isHidden(color: TextColor, on: Background): boolean {
  if (color < palette.length) return on === "dark" ? color === 0 : color === 15 || color === 7;
  const rgb = rgbOf(color);
  const channels = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
  return on === "dark" ? Math.max(...channels) < tooClose : Math.min(...channels) > 255 - tooClose;
}
