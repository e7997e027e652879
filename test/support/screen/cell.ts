import { colorNames } from "../../../src/model/interface-settings.ts";

/** Color of a cell: `default`, one of `colorNames`, or `#rrggbb`. */
export type CellColour = string;

/** Cell of the screen, as drawn. */
export interface Cell {
  /** The character with its combining marks; a space where nothing was drawn, "" in the right half of a wide one. */
  readonly char: string;
  /** Number of columns: 2 for a wide character, 0 for its right half. */
  readonly width: number;
  readonly fg: CellColour;
  readonly bg: CellColour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

const cubeLevels = [0, 95, 135, 175, 215, 255];

/** Returns a color of xterm's palette: 16 names, a cube of 6 x 6 x 6, then 24 grays. */
export function paletteColour(index: number): CellColour {
  const name = colorNames[index];
  if (name !== undefined) return name;
  if (index >= 232) return rgbColour((8 + (index - 232) * 10) * 0x010101);
  const cube = index - 16;
  const level = (weight: number) => cubeLevels[Math.floor(cube / weight) % 6] ?? 0;
  return rgbColour(level(36) * 0x010000 + level(6) * 0x000100 + level(1));
}

export function rgbColour(value: number): CellColour {
  return `#${value.toString(16).padStart(6, "0")}`;
}
