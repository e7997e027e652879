/** What the schema has against a document: of ajv's error objects (https://ajv.js.org/api.html#error-objects) what is used. */
export interface Violation {
  readonly keyword: string;
  /** JSON Pointer of the value; of the object for a missing or an extra property. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}
