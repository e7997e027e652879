import { Ajv } from "ajv";
import schema from "../../schemas/vertical-policy.schema.json" with { type: "json" };
import { validPolicy } from "../../test/support/policy/valid-policy.ts";
import { type Expected, type InvalidPolicy, invalidYaml } from "./invalid-policy.ts";

interface Part {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly additionalProperties?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
}

type Path = readonly (string | number)[];

const definitions: Readonly<Record<string, Part>> = schema.definitions;
const ajv = new Ajv({ allErrors: true, strict: false }).compile(schema);

/** One for each constraint of the schema, by the field and the keyword. */
export function schemaViolations(): readonly InvalidPolicy[] {
  return constraintsOf(schema, []).map(({ path, keyword, change }) => {
    const name = [...path.map((step) => (typeof step === "number" ? "items" : step)), keyword].join(".");
    const document = changed(validPolicy(), path, change);
    return invalidYaml(`schema.${name}`, document, expectedOf(document));
  });
}

/** What ajv, which is not what the program itself is made of, has against a document. */
function expectedOf(document: unknown): readonly Expected[] {
  ajv(structuredClone(document));
  return (ajv.errors ?? []).map(({ keyword, instancePath: path, params }) => {
    if (keyword === "additionalProperties") {
      const placedAt = `${path}/${(params as { additionalProperty: string }).additionalProperty}`;
      return { id: keyword, path, placedAt, atKey: true };
    }
    return { id: keyword, path, atKey: keyword === "required" };
  });
}

interface Constraint {
  readonly path: Path;
  readonly keyword: string;
  readonly change: (value: unknown) => unknown;
}

function constraintsOf(given: Part, path: Path): readonly Constraint[] {
  const part = definitions[given.$ref?.replace("#/definitions/", "") ?? ""] ?? given;
  const field = path.findLast((step) => typeof step === "string") ?? "";
  const own: Constraint[] = [];
  const add = (keyword: string, limit: unknown, change: (value: unknown) => unknown) => {
    if (limit !== undefined) own.push({ path, keyword, change });
  };
  const text = (length: number) => () => "a".repeat(length);
  add("type", part.type, () => (part.type === "object" || part.type === "array" ? "no such thing" : [1]));
  add("enum", part.enum, () => "unheard of");
  add("pattern", part.pattern, () => "not of this form");
  add("minLength", part.minLength, text((part.minLength ?? 0) - 1));
  add("maxLength", part.maxLength, text((part.maxLength ?? 0) + 1));
  add("minimum", part.minimum, () => (part.minimum ?? 0) - 1);
  add("maximum", part.maximum, () => (part.maximum ?? 0) + 1);
  add("minItems", part.minItems, (value) => (value as unknown[]).slice(0, (part.minItems ?? 0) - 1));
  add("maxItems", part.maxItems, (value) => listOf(field, value as unknown[], (part.maxItems ?? 0) + 1));
  add("uniqueItems", part.uniqueItems, (value) => [...(value as unknown[]), (value as unknown[])[0]]);
  add("additionalProperties", part.additionalProperties, (value) => ({
    ...(value as object),
    unheard_of: 1,
  }));
  for (const key of part.required ?? []) {
    add(`required.${key}`, key, (value) =>
      Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key)),
    );
  }
  const inside = Object.entries(part.properties ?? {}).flatMap(([key, each]) =>
    constraintsOf(each, [...path, key]),
  );
  return [...own, ...inside, ...(part.items === undefined ? [] : constraintsOf(part.items, [...path, 1]))];
}

function listOf(field: string, items: readonly unknown[], length: number): readonly unknown[] {
  return Array.from({ length }, (_, index) =>
    field === "mandatory_axes" ? `Λ${index + 1}` : items[index % items.length],
  );
}

function changed(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], rest, change));
  const own = value as Readonly<Record<string, unknown>>;
  return { ...own, [key]: changed(own[key], rest, change) };
}
