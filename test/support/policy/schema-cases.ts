import { readFileSync } from "node:fs";
import { validPolicy } from "./valid-policy.ts";

/** The published schema. */
export const publishedSchema = JSON.parse(
  readFileSync(new URL("../../../schemas/vertical-policy.schema.json", import.meta.url), "utf8"),
) as SchemaNode & { readonly definitions: Readonly<Record<string, SchemaNode>> };

/** A schema within it, as far as its fields are named here. */
export interface SchemaNode {
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
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

type Path = readonly (string | number)[];

/** Document that differs from a valid one in one place. */
export interface SchemaCase {
  /** Name of the case: `meta.title: 9 characters`. */
  readonly name: string;
  readonly document: unknown;
}

/** Texts on both sides of each pattern, by field. */
const patternTexts: Readonly<Record<string, readonly string[]>> = {
  schema_version: [
    "1.0.0",
    "10.20.30",
    "1.0",
    "1.0.0.0",
    "v1.0.0",
    "1.0.0-rc1",
    " 1.0.0",
    "1.0.0\n",
    "",
    "١.٠.٠",
  ],
  effective_date: [
    "2025-07-01",
    "2025-13-45",
    "2025-7-1",
    "2025/07/01",
    "2025-07-01T00:00:00Z",
    "25-07-01",
    "",
  ],
  clause_id: ["a.b-c", "A1234", "-abcd", ".abcd", "abc_d", "abc d", "abcdé", "abcde\n", "AB/CD"],
  mandatory_axes: ["Λ1", "Λ10", "Λ0", "Λ11", "Λ01", "L1", "∧1", "λ1", "Λ", "Λ1 ", ""],
  quorum: ["3-of-5", "0-of-0", "12-of-10", "3 of 5", "3/5", "-of-5", "3-of-", "3-OF-5", "+3-of-5", ""],
};

const otherTypes: readonly unknown[] = [null, true, 7, 0.5, "some text", "", [], ["x"], {}, { x: 1 }];

/** Resolves a `$ref`. */
export function resolve(node: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const definition = publishedSchema.definitions[node.$ref.replace("#/definitions/", "")];
  if (definition === undefined) throw new Error(`${node.$ref} does not exist`);
  return definition;
}

/** Creates the valid document with all optional fields. */
export function fullPolicy(): unknown {
  return completed(validPolicy(), publishedSchema);
}

function completed(value: unknown, node: SchemaNode): unknown {
  const { properties, items } = resolve(node);
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => completed(item, items));
  if (properties === undefined || typeof value !== "object" || value === null) return value;
  const own = value as Readonly<Record<string, unknown>>;
  const missing = Object.entries(properties).filter(([key]) => !Object.hasOwn(own, key));
  return Object.fromEntries([
    ...Object.entries(own).map(([key, each]) => [key, completed(each, properties[key] ?? {})]),
    ...missing.map(([key, each]) => [key, sample(resolve(each))]),
  ]);
}

function sample({ enum: allowed, type }: SchemaNode): unknown {
  return allowed?.[0] ?? (type === "boolean" ? true : "a text that is long enough");
}

/** A copy with another value at a path; without one (`remove`) the property is left out. */
function changed(value: unknown, [key, ...rest]: Path, to: { readonly set: unknown } | "remove"): unknown {
  if (key === undefined) return to === "remove" ? undefined : to.set;
  if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], rest, to));
  const own = value as Readonly<Record<string, unknown>>;
  if (rest.length === 0 && to === "remove") {
    return Object.fromEntries(Object.entries(own).filter(([name]) => name !== key));
  }
  const next = changed(own[key], rest, to);
  const entries = Object.entries(own).map(([name, each]) => [name, name === key ? next : each]);
  return Object.fromEntries(Object.hasOwn(own, key) ? entries : [...entries, [key, next]]);
}

/** Values on both sides of every limit a schema has for a value, with the name of each. */
function limits(node: SchemaNode, field: string, value: unknown): readonly (readonly [string, unknown])[] {
  const around = (limit: number | undefined) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]);
  const lengths = [...around(node.minLength), ...around(node.maxLength)];
  const sizes = [...around(node.minItems), ...around(node.maxItems)];
  const numbers = [node.minimum, node.maximum].flatMap((limit) =>
    limit === undefined ? [] : [limit - 1, limit - 0.01, limit, limit + 0.01, limit + 1],
  );
  const list = Array.isArray(value) ? value : [];
  return [
    ...lengths.map((length) => [`${length} characters`, "a".repeat(length)] as const),
    ...lengths.map((length) => [`${length} characters of two units`, "🦉".repeat(length)] as const),
    ...(node.pattern === undefined ? [] : (patternTexts[field] ?? [])).map(
      (text) => [JSON.stringify(text), text] as const,
    ),
    ...numbers.map((number) => [String(number), number] as const),
    ...(numbers.length === 0 ? [] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]).map(
      (number) => [String(number), number] as const,
    ),
    ...sizes.map(
      (size) =>
        [`${size} items`, Array.from({ length: size }, (_, index) => itemOf(list, index, field))] as const,
    ),
    ...(node.enum ?? []).flatMap((allowed) => [
      [allowed, allowed] as const,
      [
        `${allowed} in other case`,
        allowed === allowed.toLowerCase() ? allowed.toUpperCase() : allowed.toLowerCase(),
      ] as const,
      [`${allowed} with a letter too many`, `${allowed}x`] as const,
    ]),
    ...otherTypes.map((other) => [JSON.stringify(other), other] as const),
  ];
}

function itemOf(list: readonly unknown[], index: number, field: string): unknown {
  return field === "mandatory_axes" ? `Λ${index + 1}` : list[index % list.length];
}

/** For every constraint of the schema a document below, at and above its boundary; for every field all other types; every key missing. */
export function schemaCases(): readonly SchemaCase[] {
  const document = fullPolicy();
  const cases: SchemaCase[] = [];
  const visit = (given: SchemaNode, value: unknown, path: Path) => {
    const node = resolve(given);
    const name = path.join(".");
    const field = path.findLast((step) => typeof step === "string") ?? "";
    const add = (what: string, at: Path, to: { readonly set: unknown } | "remove") =>
      cases.push({ name: `${name || "the document"}: ${what}`, document: changed(document, at, to) });
    for (const [what, other] of limits(node, field, value)) add(what, path, { set: other });
    if (node.properties !== undefined) {
      add("an unknown key", [...path, "unheard_of"], { set: 1 });
      add("the key __proto__", [...path, "__proto__"], { set: { title: "x" } });
      for (const key of node.required ?? []) add(`without ${key}`, [...path, key], "remove");
      for (const [key, each] of Object.entries(node.properties)) {
        visit(each, (value as Readonly<Record<string, unknown>>)[key], [...path, key]);
      }
    }
    // Not the first item: it may be laid out differently from the others.
    if (node.items !== undefined && Array.isArray(value)) {
      const index = Math.min(1, value.length - 1);
      visit(node.items, value[index], [...path, index]);
    }
  };
  visit(publishedSchema, document, []);
  return cases;
}
