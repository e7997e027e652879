import { readFileSync } from "node:fs";
import { EVENT_ID, type Event, YAMLException, getScalarValue, loadAll, parseEvents } from "js-yaml";
import { z } from "zod";
import type { HooklensError } from "../../model/errors.ts";
import { nearest } from "../../text/nearest.ts";
import { ConfigFileError } from "../errors.ts";
import { type Config, configSchema } from "./config-schema.ts";

/**
 * Reads and checks the config file.
 * @returns null if there is no file
 * @throws {ConfigFileError} with the line of the error, if it has one
 */
export function readConfigFile(path: string): Config | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new ConfigFileError({
      what: `the config file ${path} cannot be read`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: "Make it readable, or remove it",
      cause,
    });
  }
  return parseConfig(text, path);
}

/**
 * Checks the text of a config file.
 * @param path used only in messages
 * @throws {ConfigFileError}
 */
export function parseConfig(text: string, path: string): Config {
  const documents = loadDocuments(text, path);
  if (documents.length > 1) {
    throw new ConfigFileError({
      what: `${path} contains ${documents.length} YAML documents`,
      hint: "Keep one, and move the others under the key profiles",
    });
  }
  const result = configSchema.safeParse(documents[0] ?? {});
  if (result.success) return result.data;
  throw issueError(result.error.issues[0], text, path);
}

function loadDocuments(text: string, path: string): unknown[] {
  try {
    return loadAll(text, { filename: path });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const place = cause.mark === undefined ? "" : `:${cause.mark.line + 1}:${cause.mark.column + 1}`;
    throw new ConfigFileError({
      what: `${path}${place} is not YAML`,
      why: cause.reason,
      hint: "Fix the file, then run hooklens doctor",
      cause,
    });
  }
}

function issueError(issue: z.core.$ZodIssue | undefined, text: string, path: string): HooklensError {
  const parents = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const known = keysAt(parents);
    const near = nearest(key, known);
    return new ConfigFileError({
      what: `${path}${lineText(text, [...parents, key])} has an unknown key "${[...parents, key].join(".")}"`,
      hint: near === null ? `Use one of ${known.join(", ")}` : `Perhaps you mean ${near}`,
    });
  }
  return new ConfigFileError({
    what: `${path}${lineText(text, parents)} has an invalid value at "${parents.join(".") || "the top"}"`,
    why: issue?.message,
    hint: "See schemas/config.schema.json of this package for the allowed values",
  });
}

/** Returns the allowed keys of the mapping at a path. */
function keysAt(parents: readonly string[]): readonly string[] {
  let schema: unknown = configSchema;
  for (const name of parents) {
    if (schema instanceof z.ZodObject) schema = schema.shape[name];
    else if (schema instanceof z.ZodRecord) schema = schema.valueType;
    if (schema instanceof z.ZodOptional) schema = schema.unwrap();
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/**
 * Returns the place of a key in the file for a message: the path of the file and the line.
 * @param keys keys from the top of the file
 */
export function placeInFile(path: string, keys: readonly string[]): string {
  return `${path}${lineText(readFileSync(path, "utf8"), keys)}`;
}

/** Returns the line of a key; an item of a list has the line of its key. */
function lineText(text: string, path: readonly string[]): string {
  const lines = yamlLines(text);
  const known = path.map((_, index) => lines.get(JSON.stringify(path.slice(0, index + 1))));
  const line = known.findLast((one) => one !== undefined);
  return line === undefined ? "" : `:${line}`;
}

interface OpenCollection {
  readonly path: readonly string[];
  /** Key of the next value; null in a sequence, and in a mapping if a key comes next; empty in a document. */
  key: string | null;
  /** Index of the next item; null in a mapping or a document. */
  index: number | null;
}

/**
 * Returns the line of each key of a YAML text, counted from 1. The map keys are paths as JSON text:
 * `["receiver","port"]`.
 * @throws {YAMLException}
 */
function yamlLines(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const open: OpenCollection[] = [];
  for (const event of parseEvents(source, {})) {
    const top = open.at(-1);
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ path: [], key: "", index: null });
    } else if (event.type === EVENT_ID.POP) {
      open.pop();
    } else if (top !== undefined && isKey(top, event)) {
      top.key = getScalarValue(source, event);
      lines.set(JSON.stringify([...top.path, top.key]), lineOf(source, event.valueStart));
    } else if (top !== undefined) {
      const path = open.length === 1 ? [] : [...top.path, top.key ?? String(top.index)];
      if (event.type === EVENT_ID.MAPPING) open.push({ path, key: null, index: null });
      if (event.type === EVENT_ID.SEQUENCE) open.push({ path, key: null, index: 0 });
      if (top.index === null) top.key = null;
      else top.index += 1;
    }
  }
  return lines;
}

function isKey(top: OpenCollection, event: Event): event is Extract<Event, { type: typeof EVENT_ID.SCALAR }> {
  return top.index === null && top.key === null && event.type === EVENT_ID.SCALAR;
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
