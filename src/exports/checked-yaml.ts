import { YAMLException, loadAll, parseEvents } from "js-yaml";
import { z } from "zod";
import type { ErrorParts, HooklensError } from "../model/errors.ts";
import { nearest } from "../text/nearest.ts";
import { placedChild } from "../text/placed-value.ts";
import { yamlTree } from "../text/yaml-tree.ts";

/** Fault of a YAML text. */
export interface YamlFault extends ErrorParts {
  /** Line of the error, from 1, or null. */
  readonly line: number | null;
}

/** Kind of YAML file: its schema and its errors. */
export interface YamlKind<T> {
  readonly schema: z.ZodType<T>;
  readonly error: new (parts: YamlFault) => HooklensError;
  /** Path of the published schema in this package. */
  readonly schemaFile: string;
  /** Hint for a file with several documents. */
  readonly oneDocument: string;
}

/**
 * Parses a YAML text and checks it.
 * @param path used only in messages
 * @throws the error of the kind, with the line of the first problem
 */
export function parseCheckedYaml<T>(text: string, path: string, kind: YamlKind<T>): T {
  const documents = loadDocuments(text, path, kind.error);
  if (documents.length > 1) {
    throw new kind.error({
      what: `${path} contains ${documents.length} YAML documents`,
      hint: kind.oneDocument,
      line: null,
    });
  }
  const result = kind.schema.safeParse(documents[0] ?? {});
  if (result.success) return result.data;
  const { issues } = result.error;
  // A misspelled key may explain a missing one.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  throw issueError(innermost(issue), documents[0], text, path, kind);
}

function loadDocuments(text: string, path: string, error: YamlKind<unknown>["error"]): unknown[] {
  try {
    return loadAll(text, { filename: path });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const place = cause.mark === undefined ? "" : `:${cause.mark.line + 1}:${cause.mark.column + 1}`;
    throw new error({
      what: `${path}${place} is not YAML`,
      why: cause.reason,
      hint: "Fix it, then run the command again",
      line: cause.mark === undefined ? null : cause.mark.line + 1,
      cause,
    });
  }
}

/** Returns the deepest issue of a value that matches no schema of a union, such as the item of a list. */
function innermost(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const inner = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0];
  if (inner === undefined || inner.path.length === 0) return issue;
  return innermost({ ...inner, path: [...issue.path, ...inner.path] });
}

function issueError<T>(
  issue: z.core.$ZodIssue | undefined,
  value: unknown,
  text: string,
  path: string,
  { schema, error, schemaFile }: YamlKind<T>,
): HooklensError {
  const parents = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const known = keysAt(schema, parents);
    const within = known.find((name) => keysAt(schema, [...parents, name]).includes(key));
    const near = nearest(key, known);
    const choice = near === null ? `Use one of ${known.join(", ")}` : `Perhaps you mean ${near}`;
    return new error({
      line: yamlLine(text, [...parents, key]),
      what: `${path}${lineInYaml(text, [...parents, key])} has an unknown key "${[...parents, key].join(".")}"`,
      hint: within === undefined ? choice : `Put it under "${[...parents, within].join(".")}"`,
    });
  }
  const unquoted = unquotedFault(schema, parents, value);
  return new error({
    line: yamlLine(text, parents),
    what: `${path}${lineInYaml(text, parents)} has an invalid value at "${parents.join(".") || "the top"}"`,
    why: unquoted?.why ?? issue?.message,
    hint: unquoted?.hint ?? `See ${schemaFile} of this package for the allowed values`,
  });
}

/** Returns the fault of a number, a boolean or nothing where a text is expected; null for another fault. */
function unquotedFault(
  schema: unknown,
  path: readonly string[],
  top: unknown,
): Pick<ErrorParts, "why" | "hint"> | null {
  const takesText = schemasAt(schema, path).some(
    (one) => one instanceof z.ZodType && one.def.type === "string",
  );
  if (!takesText) return null;
  let value = top;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (value === null) return { why: "it has no value", hint: "Write one, or delete the key" };
  const kind = typeof value;
  if (kind !== "number" && kind !== "boolean" && kind !== "bigint") return null;
  return { why: `it is a ${kind === "boolean" ? kind : "number"}, not a text`, hint: "Write it in quotes" };
}

/** Returns the allowed keys of the mapping at a path. */
function keysAt(top: unknown, parents: readonly string[]): readonly string[] {
  return schemasAt(top, parents).flatMap((schema) => {
    if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
    const names = schema instanceof z.ZodRecord ? schema.keyType : null;
    return names instanceof z.ZodEnum ? names.options.map(String) : [];
  });
}

/** Returns the alternative schemas at a path. */
function schemasAt(top: unknown, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>((schemas, name) => {
    const inner = schemas.map((schema) => {
      if (schema instanceof z.ZodObject) return schema.shape[name];
      if (schema instanceof z.ZodRecord) return schema.valueType;
      return schema instanceof z.ZodArray ? schema.element : undefined;
    });
    return inner.flatMap(alternatives);
  }, alternatives(top));
}

function alternatives(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return alternatives(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(alternatives) : [schema];
}

/** Returns `:LINE` of a key for a message. Items of a list use the line of its key. */
export function lineInYaml(text: string, path: readonly string[]): string {
  const line = yamlLine(text, path);
  return line === null ? "" : `:${line}`;
}

/** Returns the line of a key, from 1, or of the nearest key above; null if the text has neither. */
function yamlLine(text: string, path: readonly string[]): number | null {
  let value = yamlTree(text, parseEvents(text, {}));
  let line: number | null = null;
  for (const name of path) {
    const child = placedChild(value, name);
    if (child === null) break;
    if (child.property !== null) line = text.slice(0, child.property.keyStart).split("\n").length;
    ({ value } = child);
  }
  return line;
}
