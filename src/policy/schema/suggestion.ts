import { nearest } from "../../text/nearest.ts";
import type { Fix } from "../finding.ts";
import { childPointer, pointerSegments } from "../json-pointer.ts";
import { asOneOf, ownField } from "../matrix/readable-policy.ts";
import { axes, axisLabels } from "../policy.ts";
import { quoted } from "../quoted.ts";
import { schema } from "./compiled-schema.ts";
import { extraProperty, fieldOf } from "./messages.ts";
import { type Violation, matches } from "./runtime.ts";

/** Hint and fix for a violation. */
export interface Suggestion {
  readonly hint: string | null;
  readonly fix: Fix | null;
}

const none: Suggestion = { hint: null, fix: null };

/** Returns a word in lowercase without spaces, hyphens and underscores, to compare spellings. */
export function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, "");
}

function setting(path: string, value: string | number | boolean, hint: string, safe: boolean): Suggestion {
  return { hint, fix: { title: `change to ${quoted(value)}`, edits: [{ kind: "set", path, value }], safe } };
}

/**
 * Suggests the nearest allowed value. It is safe if only the spelling of the same letters differs, or if it is
 * the label of the mapping's axis: both then mean the same.
 */
function ofEnum(path: string, value: unknown, allowed: readonly string[], siblings: unknown): Suggestion {
  if (typeof value !== "string") return none;
  if (fieldOf(path) === "axis") return ofPattern(path, value);
  const near = nearest(value.trim(), allowed);
  if (near === null) return none;
  const axis = fieldOf(path) === "label" ? asOneOf(ownField(siblings, "axis"), axes) : null;
  const isLabelOfAxis = axis !== null && axisLabels[axis] === near;
  return setting(path, near, `did you mean ${quoted(near)}?`, isLabelOfAxis || bare(value) === bare(near));
}

const yes = new Set(["true", "yes", "on"]);
const no = new Set(["false", "no", "off"]);

function ofType(path: string, value: unknown, type: string, written: string): Suggestion {
  if (typeof value === "string") {
    const word = value.trim().toLowerCase();
    if (type === "boolean" && (yes.has(word) || no.has(word))) {
      return setting(path, yes.has(word), `write ${yes.has(word)}, without quotes`, true);
    }
    const number = Number(word);
    const isNumber = word !== "" && /^[-+\d.e]+$/.test(word) && Number.isFinite(number);
    if (isNumber && (type === "number" || (type === "integer" && Number.isInteger(number)))) {
      return setting(path, number, "write the number without quotes", true);
    }
  }
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) {
    // Uses the source text, because the value of 1.10 is 1.1. An alias's source is only its name.
    return inQuotes(path, written.startsWith("*") ? String(value) : written);
  }
  if (type === "array") return { hint: "write a list, even for one item", fix: null };
  return none;
}

/** Maximum length of a text with a suggestion. */
const longestGuessed = 200;

/**
 * Suggests quotes around an unquoted value or, if the result does not match the field's pattern, the intended
 * text.
 */
function inQuotes(path: string, written: string): Suggestion {
  const pattern = schemaAt(path)?.pattern;
  if (pattern === undefined || matches(new RegExp(pattern, "u"), written)) {
    return setting(path, written, "put it in quotes", false);
  }
  const text = written.length <= longestGuessed ? meant(fieldOf(path), written) : null;
  return text === null ? none : setting(path, text.value, `write ${quoted(text.value)}`, false);
}

/** Corrects a text that violates the pattern of its field. Returns null if the intended text is unclear. */
function meant(field: string, text: string): { readonly value: string; readonly safe: boolean } | null {
  switch (field) {
    case "effective_date": {
      const day =
        /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ].*)?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
      if (day === null) return null;
      const [, year = "", month = "", date = ""] = day;
      return { value: `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`, safe: true };
    }
    case "schema_version": {
      const version = /^v?(\d+(?:\.\d+){0,2})$/i.exec(text)?.[1];
      return version === undefined
        ? null
        : { value: [...version.split("."), "0", "0"].slice(0, 3).join("."), safe: true };
    }
    case "quorum": {
      const quorum = /^(\d+)\s*(?:\/|:|[-_ ]?(?:out[-_ ]?)?of[-_ ]?)\s*(\d+)$/i.exec(text);
      return quorum && { value: `${quorum[1]}-of-${quorum[2]}`, safe: true };
    }
    case "axis":
    case "mandatory_axes": {
      const axis = /^(\D{0,8})(10|[1-9])$/.exec(text);
      return axis && { value: `Λ${axis[2]}`, safe: /^(?:λ|l|lambda)[\s_-]?$/i.test(axis[1] ?? "") };
    }
    case "clause_id": {
      const value = text
        .slice(0, 64)
        .replaceAll(/[^A-Za-z\d.-]+/g, "-")
        .replace(/^[-.]+/, "");
      return value.length < 5 ? null : { value, safe: false };
    }
    default:
      return null;
  }
}

function ofPattern(path: string, value: unknown): Suggestion {
  const text =
    typeof value === "string" && value.length <= longestGuessed ? meant(fieldOf(path), value.trim()) : null;
  return text === null ? none : setting(path, text.value, `write ${quoted(text.value)}`, text.safe);
}

/**
 * Suggests a fix for a violation. `keySuggestion` handles missing and misspelled keys.
 * @param written source text of the value
 * @param siblings object or list that contains the value
 */
export function suggestionFor(
  violation: Violation,
  value: unknown,
  written: string,
  siblings: unknown,
): Suggestion {
  const { keyword, instancePath: path, params } = violation;
  switch (keyword) {
    case "enum":
      return ofEnum(path, value, params.allowedValues as readonly string[], siblings);
    case "type":
      return ofType(path, value, String(params.type), written);
    case "pattern":
      return ofPattern(path, value);
    case "maximum": {
      const share = Number(value) / 100;
      // A number up to 10 is ambiguous: a scale to ten, or a typing error.
      const isPercentage = fieldOf(path) === "weight" && share > 0.1 && share <= 1;
      return isPercentage
        ? setting(path, share, `a weight is a share: ${String(value)} % is ${share}`, false)
        : none;
    }
    case "uniqueItems": {
      const repeated = `${path}/${Math.max(Number(params.i), Number(params.j))}`;
      return {
        hint: "list it once",
        fix: { title: "remove the repeated item", edits: [{ kind: "remove", path: repeated }], safe: true },
      };
    }
    case "additionalProperties": {
      const edits = [{ kind: "remove" as const, path: extraProperty(violation) }];
      const isMerge = params.additionalProperty === "<<";
      return {
        hint: isMerge ? "YAML 1.2 has no merge keys: write the fields out" : "remove it",
        fix: isMerge ? null : { title: "remove it", edits, safe: false },
      };
    }
    default:
      return none;
  }
}

/** Unknown key similar to a known key that the object lacks. */
interface Misspelling {
  readonly written: string;
  readonly meant: string;
  readonly isSafe: boolean;
}

/**
 * Maximum length of a key, and maximum number of unknown keys of an object, in the search for misspelled
 * keys.
 */
const longestKey = 64;
const maxKeys = 50;

/** Finds the misspelled keys of the object at a JSON Pointer. */
export function misspellings(path: string, object: unknown): readonly Misspelling[] {
  if (typeof object !== "object" || object === null || Array.isArray(object)) return [];
  const known = knownKeys(path);
  const missing = known.filter((key) => !Object.hasOwn(object, key));
  const strange = Object.keys(object)
    .filter((key) => !known.includes(key) && key.length <= longestKey)
    .slice(0, maxKeys);
  const pairs = strange.flatMap((written) => {
    const meant = missing.find((key) => bare(key) === bare(written)) ?? nearest(written, missing);
    return meant === null ? [] : [{ written, meant }];
  });
  return pairs.map(({ written, meant }) => {
    const isOnly = pairs.filter((pair) => pair.meant === meant).length === 1;
    const isClose = written.length > 3 && Math.abs(written.length - meant.length) <= 2;
    return { written, meant, isSafe: isOnly && (isClose || bare(written) === bare(meant)) };
  });
}

/** Suggests the known name for a misspelled key. */
export function renaming(path: string, { written, meant, isSafe }: Misspelling): Suggestion {
  return {
    hint: `did you mean ${quoted(meant)}?`,
    fix: {
      title: `rename to ${quoted(meant)}`,
      edits: [{ kind: "rename", path: childPointer(path, written), to: meant }],
      safe: isSafe,
    },
  };
}

/** Schema of one value, with the fields that suggestions read. */
interface SchemaPart {
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

/** Returns the schema of the value at a JSON Pointer; null if it has none. */
function schemaAt(path: string): SchemaPart | null {
  let part: SchemaPart | undefined = schema as SchemaPart;
  for (const segment of pointerSegments(path)) {
    const { properties, items }: SchemaPart = part ?? {};
    if (properties === undefined) part = /^\d+$/.test(segment) ? items : undefined;
    else part = Object.hasOwn(properties, segment) ? properties[segment] : undefined;
  }
  return part ?? null;
}

/** Returns the property names in the schema of the object at a JSON Pointer. */
export function knownKeys(path: string): readonly string[] {
  return Object.keys(schemaAt(path)?.properties ?? {});
}
