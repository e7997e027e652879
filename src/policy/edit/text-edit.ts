import type { Edit } from "../finding.ts";

/** Value to write into a policy. */
export type NewValue = string | number | boolean | readonly NewValue[] | { readonly [key: string]: NewValue };

/** Addition of an item to a list. */
export type Addition =
  | {
      readonly kind: "insert";
      /** JSON Pointer of the new item. Its index is at most the length of the list. */
      readonly path: string;
      readonly value: NewValue;
      /** JSON Pointer of an item in another list. The first item of a list copies its layout and quotes. */
      readonly like?: string;
    }
  /** Copies an item behind itself, with its comments. `path` is the JSON Pointer of the item. */
  | { readonly kind: "copy"; readonly path: string };

/** Change of the text of a policy. */
export type TextEdit = Edit | Addition;
