import { pointerSegments } from "../json-pointer.ts";
import { schema } from "./compiled-schema.ts";

/** The part of the schema for one value, of which what explains a violation is named. */
export interface SchemaPart {
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

/** What the schema says of the value at a JSON Pointer. Null: nothing. */
export function schemaAt(path: string): SchemaPart | null {
  let part: SchemaPart | undefined = schema as SchemaPart;
  for (const segment of pointerSegments(path)) {
    const { properties, items }: SchemaPart = part ?? {};
    if (properties === undefined) part = /^\d+$/.test(segment) ? items : undefined;
    else part = Object.hasOwn(properties, segment) ? properties[segment] : undefined;
  }
  return part ?? null;
}

/** The names the schema has for properties of the object at a JSON Pointer. */
export function knownKeys(path: string): readonly string[] {
  return Object.keys(schemaAt(path)?.properties ?? {});
}
