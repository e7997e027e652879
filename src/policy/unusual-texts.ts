import type { Fix } from "./finding.ts";
import { childPointer } from "./json-pointer.ts";

interface TextAt {
  readonly text: string;
  /** JSON Pointer of the value, or of the property whose key it is. */
  readonly path: string;
}

/** A string of a document, a value or a key, in which there is more than printable ASCII, tabs and line ends. */
export type UnusualText =
  | (TextAt & { readonly at: "value" })
  | (TextAt & { readonly at: "key"; readonly holder: object });

/** Names of axes are in every clause, and are as they should be. Most texts are plain, and this test runs at memory speed. */
const usual = /^(?:Λ(?:10|[1-9])|[\t\n\r -~]*)$/;

/** All of them, in the order of the document. The value is a tree no deeper than a reader lets through. */
export function unusualTexts(document: unknown): readonly UnusualText[] {
  const found: UnusualText[] = [];
  const trail: (string | number)[] = [];
  const here = () => trail.reduce<string>(childPointer, "");
  const look = (value: unknown) => {
    if (typeof value === "string") {
      if (!usual.test(value)) found.push({ text: value, path: here(), at: "value" });
    } else if (Array.isArray(value)) {
      for (const [index, element] of value.entries()) {
        trail.push(index);
        look(element);
        trail.pop();
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, property] of Object.entries(value)) {
        trail.push(key);
        if (!usual.test(key)) found.push({ text: key, path: here(), at: "key", holder: value });
        look(property);
        trail.pop();
      }
    }
  };
  look(document);
  return found;
}

/** Puts another text in the place of one. Null: it is a key, and there is one of that name already. */
export function rewriting(spot: UnusualText, to: string, title: string, safe: boolean): Fix | null {
  if (spot.at === "value") return { title, edits: [{ kind: "set", path: spot.path, value: to }], safe };
  if (Object.hasOwn(spot.holder, to)) return null;
  return { title, edits: [{ kind: "rename", path: spot.path, to }], safe };
}
