import { nearest } from "../../text/nearest.ts";
import { childPointer } from "../json-pointer.ts";
import { quoted } from "../quoted.ts";
import { knownKeys } from "./schema-at.ts";
import { bare, type Suggestion } from "./suggestion.ts";

/** A key the schema does not name that is near one it names and the object lacks. */
interface Misspelling {
  readonly written: string;
  readonly meant: string;
  readonly isSafe: boolean;
}

/** A longer key is no misspelling, and after so many strange ones nobody guesses. */
const longestKey = 64;
const mostKeys = 50;

/** The misspelt keys of the object at a JSON Pointer. */
export function misspellings(path: string, object: unknown): readonly Misspelling[] {
  if (typeof object !== "object" || object === null || Array.isArray(object)) return [];
  const known = knownKeys(path);
  const missing = known.filter((key) => !Object.hasOwn(object, key));
  const strange = Object.keys(object)
    .filter((key) => !known.includes(key) && key.length <= longestKey)
    .slice(0, mostKeys);
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

/** Gives a misspelt key the name that was meant. */
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
