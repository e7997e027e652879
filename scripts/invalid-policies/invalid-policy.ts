import { dump } from "js-yaml";
import { isMap, isPair, LineCounter, type Node, type Pair, parseDocument, visit } from "yaml";

/** A policy with something wrong in one place. */
export interface InvalidPolicy {
  /** Of its file, with its ending. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** `enum /vertical 3:11`: keyword or rule, JSON Pointer (`(document)` for the whole), line and column. In the order of the text. */
  readonly expected: readonly string[];
}

/** What is found where, before its place is known. */
export interface Expected {
  readonly id: string;
  readonly path: string;
  /** The key at the path, and not its value. */
  readonly atKey?: boolean;
  /** Another pointer whose place it is: that of an extra key. */
  readonly placedAt?: string;
}

/** As it is written into the file: a clause a line. */
export function invalidYaml(name: string, document: unknown, expected: readonly Expected[]): InvalidPolicy {
  const body = dump(document, { flowLevel: 2, lineWidth: -1, noRefs: true });
  // The expectations stand above, so that places depend on how many there are.
  const text = `${"#\n".repeat(expected.length)}${body}`;
  const places = placesOf(text);
  const lines = expected
    .map((one) => ({ one, place: places(one) }))
    .toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
    .map(({ one, place }) => `${one.id} ${one.path || "(document)"} ${place.line}:${place.column}`);
  return {
    name: `${name}.yaml`,
    content: `${lines.map((line) => `# expect: ${line}\n`).join("")}${body}`,
    expected: lines,
  };
}

/** Where things stand, as the `yaml` package sees it: the program itself reads by another one. */
function placesOf(text: string): (expected: Expected) => { line: number; column: number } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return ({ path, atKey = false, placedAt = path }) => {
    // The whole document has no key of its own.
    if (placedAt === "" && atKey) return { line: 1, column: 1 };
    const keys =
      placedAt === ""
        ? []
        : placedAt
            .slice(1)
            .split("/")
            .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const node = atKey ? keyNode(document, keys) : (document.getIn(keys, true) as Node | undefined);
    if (node?.range === undefined || node.range === null) throw new Error(`nothing stands at ${placedAt}`);
    const { line, col } = lines.linePos(node.range[0]);
    return { line, column: col };
  };
}

function keyNode(document: ReturnType<typeof parseDocument>, keys: readonly string[]): Node | undefined {
  const holder: unknown = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  let found: Node | undefined;
  if (!isMap(holder)) return document.getIn(keys, true) as Node | undefined;
  visit(holder, {
    Pair(_, pair: Pair, way) {
      if (way.filter(isPair).length === 0 && String(pair.key) === keys.at(-1)) found = pair.key as Node;
    },
  });
  return found;
}
