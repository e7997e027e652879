import { writeFile } from "node:fs/promises";
import type { Cell, CellColour } from "../screen/cell.ts";

/** Source of a picture: a screen, or other rows of cells. */
export interface Pictured {
  readonly columns: number;
  readonly rows: number;
  cell(x: number, y: number): Cell;
}

const fontSize = 14.5;
const cellWidth = 8.73;
const cellHeight = 17;
const margin = 14;
const titleHeight = 30;
const ink = "#d7dde8";
const paper = "#11151f";
const fonts =
  "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK JP',monospace";

const palette: Readonly<Record<string, string>> = {
  black: "#2a3042",
  red: "#f0717b",
  green: "#7fd88f",
  yellow: "#e5c07b",
  blue: "#6cb2ff",
  magenta: "#c78df0",
  cyan: "#5fd0d6",
  white: "#c3cad9",
  blackBright: "#6f7a91",
  redBright: "#ff929b",
  greenBright: "#a5e8b1",
  yellowBright: "#f5d798",
  blueBright: "#93c8ff",
  magentaBright: "#dbb0ff",
  cyanBright: "#8ee6ea",
  whiteBright: "#ffffff",
};

/** A run of cells of one look, or one wide character, which fonts do not draw at twice the width of the others. */
interface Run {
  readonly x: number;
  readonly cell: Cell;
  text: string;
  width: number;
}

/**
 * The screen as an SVG with real text in the reader's monospace font, at the same columns whichever font that is.
 * The cursor is not drawn.
 */
export function svg(screen: Pictured): string {
  return windowOf(
    screen,
    drawnRows(screen).filter((line) => line !== ""),
  );
}

/** The rows of a screen as elements of an SVG, a text each. */
export function drawnRows(screen: Pictured): string[] {
  return Array.from({ length: screen.rows }, (_, y) =>
    runsOf(screen, y)
      .map((run) => drawRun(run, y))
      .join(""),
  );
}

/** A window of a size with a title and elements in it. */
export function windowOf(size: Pick<Pictured, "columns" | "rows">, body: readonly string[]): string {
  const width = Math.round(size.columns * cellWidth + 2 * margin);
  const height = size.rows * cellHeight + titleHeight + margin;
  const lights = ["#f0717b", "#e5c07b", "#7fd88f"]
    .map((colour, index) => `<circle cx="${margin + 6 + index * 18}" cy="15" r="5" fill="${colour}"/>`)
    .join("");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="${paper}" stroke="#2a3042"/>`,
    lights,
    `<g font-family="${fonts}" font-size="${fontSize}" fill="${ink}">`,
    ...body,
    "</g></svg>\n",
  ].join("\n");
}

/** A text in the title of the window. */
export function drawTitle(text: string): string {
  return `<text x="${margin + 70}" y="20" font-size="13" fill="${palette["blackBright"]}">${escaped(text)}</text>`;
}

/** The picture as a PNG, drawn with the fonts of this machine. */
export async function png(screen: Pictured, path: string): Promise<void> {
  // Loaded only here: a native module that no test needs in order to pass.
  const { Resvg } = await import("@resvg/resvg-js");
  const image = new Resvg(svg(screen), {
    fitTo: { mode: "zoom", value: 2 },
    font: { defaultFontFamily: "DejaVu Sans Mono" },
  });
  await writeFile(path, image.render().asPng());
}

function runsOf(screen: Pictured, y: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < screen.columns; x += 1) {
    const cell = screen.cell(x, y);
    if (cell.width === 0) continue;
    const last = runs.at(-1);
    if (last && cell.width === 1 && last.cell.width === 1 && looksLike(cell, last.cell)) {
      last.text += cell.char;
      last.width += 1;
    } else runs.push({ x, cell, text: cell.char, width: cell.width });
  }
  return runs;
}

function looksLike(a: Cell, b: Cell): boolean {
  const keys = ["fg", "bg", "bold", "dim", "italic", "underline", "inverse"] as const;
  return keys.every((key) => a[key] === b[key]);
}

function drawRun({ x, cell, text, width }: Run, y: number): string {
  const [fg, bg] = cell.inverse
    ? [colour(cell.bg, paper), colour(cell.fg, ink)]
    : [colour(cell.fg, ink), colour(cell.bg, paper)];
  const left = (margin + x * cellWidth).toFixed(2);
  const top = titleHeight + y * cellHeight;
  const length = (width * cellWidth).toFixed(2);
  const ground =
    bg === paper
      ? ""
      : `<rect x="${left}" y="${top}" width="${length}" height="${cellHeight}" fill="${bg}" shape-rendering="crispEdges"/>`;
  if (text.trim() === "" && !cell.underline) return ground;
  const look = [
    fg === ink ? "" : ` fill="${fg}"`,
    cell.bold ? ' font-weight="bold"' : "",
    cell.italic ? ' font-style="italic"' : "",
    cell.dim ? ' opacity="0.6"' : "",
    cell.underline ? ' text-decoration="underline"' : "",
  ].join("");
  const place = `x="${left}" y="${top + 13}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
  // A no-break space keeps its place in every program that draws an SVG.
  return `${ground}<text ${place}${look}>${escaped(text).replaceAll(" ", "\u00A0")}</text>`;
}

function colour(value: CellColour, fallback: string): string {
  return value === "default" ? fallback : (palette[value] ?? value);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
