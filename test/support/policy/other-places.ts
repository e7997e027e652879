import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { isMap, isNode, isPair, isScalar, isSeq, type Node, parseDocument } from "yaml";

/** Range of offsets, end exclusive. */
export type Span = readonly [start: number, end: number];

/** Places of values and keys, found by parsers that the program does not use. Throws for a missing path. */
export interface OtherPlaces {
  value(path: readonly (string | number)[]): Span;
  key(path: readonly (string | number)[]): Span;
}

export function placesInJson(text: string): OtherPlaces {
  const root = parseTree(text);
  const at = (path: readonly (string | number)[]) => {
    const node = root && findNodeAtLocation(root, [...path]);
    if (node === undefined) throw new Error(`jsonc-parser finds nothing at ${path.join("/")}`);
    return node;
  };
  return {
    value(path) {
      const { offset, length } = at(path);
      return [offset, offset + length];
    },
    key(path) {
      const key = at(path).parent?.children?.[0];
      if (key === undefined) throw new Error(`jsonc-parser finds no key at ${path.join("/")}`);
      return [key.offset, key.offset + key.length];
    },
  };
}

/**
 * `yaml` counts the line break after a block collection as a part of it. Here the collection ends with its
 * last character.
 */
export function placesInYaml(text: string): OtherPlaces {
  const document = parseDocument(text, { strict: false, uniqueKeys: false });
  const span = (node: Node): Span => {
    const [start, end] = node.range ?? [0, 0];
    return [start, start + text.slice(start, end).trimEnd().length];
  };
  const pairAt = (path: readonly (string | number)[]) => {
    const holder = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(holder)
      ? holder.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      : undefined;
    if (!isPair(pair) || !isNode(pair.key)) throw new Error(`yaml finds no key at ${path.join("/")}`);
    return { key: pair.key, value: pair.value };
  };
  return {
    value(path) {
      const holder = path.length === 0 ? null : document.getIn(path.slice(0, -1), true);
      const node = isSeq(holder)
        ? holder.items[Number(path.at(-1))]
        : path.length === 0
          ? document.contents
          : pairAt(path).value;
      if (!isNode(node)) throw new Error(`yaml finds nothing at ${path.join("/")}`);
      return span(node);
    },
    key: (path) => span(pairAt(path).key),
  };
}
