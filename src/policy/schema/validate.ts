import { validate } from "./compiled-schema.ts";

/** What the schema has against a document: one of ajv's errors (https://ajv.js.org/api.html#error-objects). */
export interface Violation {
  readonly keyword: string;
  /** JSON Pointer of the value; of the object for a missing or an extra property. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Validate {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}

const compiled = validate as Validate;

/** All that schemas/vertical-policy.schema.json has against a value, in the order it is met. Empty: nothing. */
export function violationsOf(value: unknown): readonly Violation[] {
  return compiled(value) ? [] : (compiled.errors ?? []);
}
