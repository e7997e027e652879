/** Object in a payload; its values may have any type. */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = Object.freeze({});

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none;
}

/** Returns an own property that is a non-empty string, or null. */
export function nameIn(fields: Fields, key: string): string | null {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns an own property that is an object, or an empty object. */
export function partOf(payload: Fields, key: string): Fields {
  return Object.hasOwn(payload, key) ? fieldsOf(payload[key]) : none;
}
