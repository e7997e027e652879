import schema from "../../../schemas/vertical-policy.schema.json" with { type: "json" };

/** Part of the published schema, with its descriptions. */
export interface DocumentedPart {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentedPart>>;
  readonly items?: DocumentedPart;
  readonly $ref?: string;
}

const definitions: Readonly<Record<string, DocumentedPart>> = schema.definitions;

/** The whole schema. */
export const documentedSchema: DocumentedPart = schema;

/** Returns the referenced part; returns any other part itself. */
export function resolved(part: DocumentedPart): DocumentedPart {
  const name = part.$ref?.replace("#/definitions/", "");
  return (name === undefined ? undefined : definitions[name]) ?? part;
}

/** Describes a field and its values: `The name of that same axis. One of: Transparency, …`. */
export function describedField({ description = "", ...part }: DocumentedPart): string {
  return [description, limits(part)].filter((text) => text !== "").join(" ");
}

function limits(part: DocumentedPart): string {
  if (part.enum !== undefined) return `One of: ${part.enum.join(", ")}.`;
  if (part.type === "boolean") return "true or false.";
  const { examples = [] } = part;
  const range =
    between(part.minLength, part.maxLength, "characters") ??
    between(part.minItems, part.maxItems, "items") ??
    between(part.minimum, part.maximum, "");
  const shown = examples.map((example) => (Array.isArray(example) ? example.join(", ") : String(example)));
  return [
    ...(range === null ? [] : [`${range}.`]),
    ...(shown.length === 0 ? [] : [`Like: ${shown.join(" or ")}.`]),
  ].join(" ");
}

function between(least: number | undefined, most: number | undefined, what: string): string | null {
  if (least === undefined) return null;
  return `${most === undefined ? `At least ${least}` : `${least} to ${most}`} ${what}`.trimEnd();
}
