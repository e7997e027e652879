import { Ajv, type ErrorObject } from "ajv";
import { describe, expect, test } from "vitest";
import { checkPolicy } from "../../../src/policy/check.ts";
import {
  type OtherPlaces,
  placesInJson,
  placesInYaml,
  type Span,
} from "../../support/policy/other-places.ts";
import { fullPolicy, publishedSchema, schemaCases } from "../../support/policy/schema-cases.ts";
import { toJson, toYaml } from "../../support/policy/valid-policy.ts";

/** Validator by ajv; the expected spans come from two parsers. The program uses none of the three. */
const validate = new Ajv({ allErrors: true }).compile(publishedSchema);

function steps(pointer: string, document: unknown): (string | number)[] {
  let value = document;
  return pointer
    .split("/")
    .slice(1)
    .map((step) => {
      const key = Array.isArray(value) ? Number(step) : step;
      value = (value as Readonly<Record<string, unknown>>)[key];
      return key;
    });
}

function firstLine(text: string, [start, end]: Span): Span {
  return [start, start + (text.slice(start, end).split("\n", 1)[0] ?? "").trimEnd().length];
}

function expectedSpan(error: ErrorObject, document: unknown, text: string, places: OtherPlaces): Span {
  const path = steps(error.instancePath, document);
  if (error.keyword === "additionalProperties") return places.key([...path, error.params.additionalProperty]);
  if (error.keyword !== "required") return places.value(path);
  if (path.length === 0) return [0, 0];
  return typeof path.at(-1) === "string" ? places.key(path) : firstLine(text, places.value(path));
}

function expected(document: unknown, text: string, places: OtherPlaces) {
  validate(document);
  return (validate.errors ?? [])
    .map((error) => {
      const [start, end] = expectedSpan(error, document, text, places);
      return { path: error.instancePath, keyword: error.keyword, start, end };
    })
    .toSorted(inOrder);
}

interface Located {
  readonly path: string;
  readonly keyword: string | null;
  readonly start: number;
  readonly end: number;
}

function inOrder(a: Located, b: Located): number {
  const key = ({ path, keyword }: Located) => `${path} ${keyword}`;
  return a.start - b.start || a.end - b.end || (key(a) < key(b) ? -1 : 1);
}

function found(text: string) {
  const { findings, schemaValid } = checkPolicy(text, { schemaOnly: true });
  const located = findings.map(({ path, keyword, start, end }) => ({ path, keyword, start, end }));
  return { schemaValid, located: located.toSorted(inOrder) };
}

/** Returns true if JSON can express the value. */
function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isFiniteThroughout);
}

const cases = schemaCases();

test("there are hundreds of cases, and both verdicts are among them", () => {
  const verdicts = cases.map(({ document }) => validate(document));
  expect(cases.length).toBeGreaterThan(600);
  expect(verdicts.filter(Boolean).length).toBeGreaterThan(100);
  expect(verdicts.filter((isValid) => !isValid).length).toBeGreaterThan(300);
  expect(validate(fullPolicy())).toBe(true);
});

describe("the findings of a document on both sides of a boundary, and their places", () => {
  test.each(cases)("in YAML: $name", ({ document }) => {
    const text = toYaml(document);
    const { schemaValid, located } = found(text);
    expect(located).toEqual(expected(document, text, placesInYaml(text)));
    expect(schemaValid).toBe(located.length === 0);
  });

  test.each(cases.filter(({ document }) => isFiniteThroughout(document)))(
    "in JSON: $name",
    ({ document }) => {
      const text = toJson(document);
      const { schemaValid, located } = found(text);
      expect(located).toEqual(expected(document, text, placesInJson(text)));
      expect(schemaValid).toBe(located.length === 0);
    },
  );
});
