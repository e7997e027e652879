import type { PlacedValue } from "../../text/placed-value.ts";
import type { PolicyFormat } from "../read/format.ts";
import { yamlScalar } from "./splice.ts";
import type { NewValue } from "./text-edit.ts";

/** Text whose layout new values take. */
export interface Layout {
  readonly text: string;
  readonly format: PolicyFormat;
  /** Line ending. */
  readonly eol: string;
}

/** Returns the layout of a text; its line ending comes from the first line. */
export function layoutOf(text: string, format: PolicyFormat): Layout {
  return { text, format, eol: /\r\n?|\n/.exec(text)?.[0] ?? "\n" };
}

/** Returns the column of an offset in its line, from 0. */
export function columnAt(text: string, offset: number): number {
  return offset - (Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1);
}

/** Returns true if a value is a list or an object in brackets. */
export function isFlow(text: string, { start }: PlacedValue): boolean {
  return text[start] === "{" || text[start] === "[";
}

/** Formats a value in brackets or as a scalar, in the style of another value. */
export function flowText(layout: Layout, value: NewValue, like: PlacedValue | null): string {
  const { text, format } = layout;
  if (typeof value !== "object") {
    const old = like === null ? "" : text.slice(like.start, like.end);
    return format === "json" ? JSON.stringify(value) : yamlScalar(value, old);
  }
  const model = like !== null && isFlow(text, like) ? like : null;
  const { open, between, close } = spacesOf(layout, model, Array.isArray(value));
  if (Array.isArray(value)) {
    const items = (value as readonly NewValue[]).map((item, index) =>
      flowText(layout, item, model?.items?.[index] ?? model?.items?.at(-1) ?? null),
    );
    return `[${open}${items.join(between)}${close}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const known = model?.properties?.get(key);
    const colon =
      known === undefined ? defaultColon(layout, model) : colonOf(text, known.keyEnd, known.value.start);
    const name = known === undefined ? keyText(format, key) : text.slice(known.keyStart, known.keyEnd);
    return `${name}${colon}${flowText(layout, item, known?.value ?? null)}`;
  });
  return `{${open}${entries.join(between)}${close}}`;
}

function keyText(format: PolicyFormat, key: string): string {
  return format === "json" ? JSON.stringify(key) : yamlScalar(key, "");
}

/** Returns the text between a key and its value, without comments. */
function colonOf(text: string, keyEnd: number, valueStart: number): string {
  const between = text.slice(keyEnd, valueStart);
  return /^\s*:\s*$/.test(between) ? between : ": ";
}

function defaultColon({ text, format }: Layout, model: PlacedValue | null): string {
  const [first] = model?.properties?.values() ?? [];
  if (first !== undefined) return colonOf(text, first.keyEnd, first.value.start);
  return format === "yaml" || /"\s*:\s/.test(text) ? ": " : ":";
}

/** White space in the brackets of a list or an object, and its separator. */
interface Spaces {
  readonly open: string;
  readonly between: string;
  readonly close: string;
}

function spacesOf(layout: Layout, model: PlacedValue | null, isList: boolean): Spaces {
  const { text } = layout;
  const parts = model === null ? [] : partsOf(model);
  const [first, second] = parts;
  const last = parts.at(-1);
  const isSpaced = layout.format === "yaml" || /"\s*:\s/.test(text);
  if (model === null || first === undefined || last === undefined) {
    const side = layout.format === "yaml" && !isList ? " " : "";
    return { open: side, between: isSpaced ? ", " : ",", close: side };
  }
  const spaceOf = (from: number, to: number, otherwise: string) => {
    const between = text.slice(from, to);
    return /^\s*$/.test(between) ? between : otherwise;
  };
  const open = spaceOf(model.start + 1, first[0], "");
  const separator = second === undefined ? "" : text.slice(first[1], second[0]);
  const isClean = /^\s*,\s*$/.test(separator);
  const own = /[\r\n]/.test(open) ? `,${open}` : isSpaced ? ", " : ",";
  return { open, between: isClean ? separator : own, close: spaceOf(last[1], model.end - 1, "") };
}

/** Returns the start and the end of each item or property of a value in brackets. */
export function partsOf({ items, properties }: PlacedValue): readonly (readonly [number, number])[] {
  if (items !== undefined) return items.map(({ start, end }) => [start, end]);
  return [...(properties?.values() ?? [])].map(({ keyStart, value }) => [keyStart, value.end]);
}

/** Indentation of lists within objects if there is no example, in columns. */
const defaultIndent = 2;

/**
 * Formats a value in YAML's block style, without the indentation of its first line.
 * @param column column of the value, from 0
 * @param like value to copy the layout from
 */
export function blockText(layout: Layout, value: NewValue, column: number, like: PlacedValue | null): string {
  const { text, eol } = layout;
  if (typeof value !== "object" || (like !== null && isFlow(text, like)))
    return flowText(layout, value, like);
  const newLine = `${eol}${" ".repeat(column)}`;
  if (Array.isArray(value)) {
    const [first] = like?.items ?? [];
    const gap =
      first === undefined || like === null
        ? 1
        : Math.max(1, columnAt(text, first.start) - columnAt(text, like.start) - 1);
    return (value as readonly NewValue[])
      .map((item) => `-${" ".repeat(gap)}${blockText(layout, item, column + 1 + gap, first ?? null)}`)
      .join(newLine);
  }
  return Object.entries(value)
    .map(([key, item]) => {
      const known = like?.properties?.get(key);
      const name = known === undefined ? yamlScalar(key, "") : text.slice(known.keyStart, known.keyEnd);
      const model = known?.value ?? null;
      const isNested = typeof item === "object" && (model === null || !isFlow(text, model));
      if (!isNested) return `${name}: ${flowText(layout, item, model)}`;
      const indent =
        model === null || like === null
          ? defaultIndent
          : Math.max(0, columnAt(text, model.start) - columnAt(text, like.start));
      const inner = column + indent;
      return `${name}:${eol}${" ".repeat(inner)}${blockText(layout, item, inner, model)}`;
    })
    .join(newLine);
}
