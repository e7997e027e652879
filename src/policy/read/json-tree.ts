import type { PlacedProperty, PlacedValue } from "../../text/placed-value.ts";
import { quoted } from "../quoted.ts";
import { breakOff, maxDepth } from "./fault.ts";
import { jsonNumber, jsonString, unexpectedText } from "./json-token.ts";

/** Cursor in a JSON text. */
interface Reader {
  readonly text: string;
  at: number;
  depth: number;
}

/**
 * Parses a JSON text (RFC 8259) into the places of its values. Also rejects repeated keys, lone surrogates
 * and nesting beyond `maxDepth`. Several times slower than `JSON.parse`, so it runs only for texts with a
 * fault or a finding, and for texts that may have a fault `JSON.parse` accepts.
 * @throws {Unreadable} at the first fault
 */
export function jsonTree(text: string): PlacedValue {
  const reader: Reader = { text, at: 0, depth: 0 };
  if (skipSpace(reader) === "") breakOff(0, text.length, "the text is empty", "a policy is expected here");
  const root = readValue(reader);
  if (skipSpace(reader) !== "") {
    const { at } = reader;
    if (text[at] === "," || text[at] === ":") unexpectedText(text, at, "the end of the text");
    breakOff(at, at + 1, "there is text after the end of the document", "a policy file holds one document");
  }
  return root;
}

/** Moves to the next character that is not white space and returns it; returns an empty text at the end. */
function skipSpace(reader: Reader): string {
  for (; reader.at < reader.text.length; reader.at++) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)
      return reader.text.charAt(reader.at);
  }
  return "";
}

function readValue(reader: Reader): PlacedValue {
  const first = skipSpace(reader);
  const start = reader.at;
  if (first === "{" || first === "[") {
    if (++reader.depth > maxDepth) {
      breakOff(
        start,
        start + 1,
        `objects and arrays are nested deeper than ${maxDepth} levels here`,
        "a policy needs six levels",
      );
    }
    const value = first === "{" ? readObject(reader) : readList(reader);
    reader.depth--;
    return value;
  }
  if (first === '"') reader.at = jsonString(reader.text, start).end;
  else if (/[-\d]/.test(first)) reader.at = jsonNumber(reader.text, start);
  else {
    const word = ["true", "false", "null"].find((word) => reader.text.startsWith(word, start));
    if (word === undefined || /\w/.test(reader.text.charAt(start + word.length))) {
      unexpectedText(reader.text, start, "a value");
    }
    reader.at += word.length;
  }
  return { start, end: reader.at };
}

function readList(reader: Reader): PlacedValue {
  const items: PlacedValue[] = [];
  const list = { start: reader.at, end: 0, items };
  reader.at++;
  if (skipSpace(reader) !== "]") {
    do items.push(readValue(reader));
    while (hasNext(reader, list.start, "]"));
  }
  reader.at++;
  list.end = reader.at;
  return list;
}

function readObject(reader: Reader): PlacedValue {
  const properties = new Map<string, PlacedProperty>();
  const object = { start: reader.at, end: 0, properties };
  reader.at++;
  if (skipSpace(reader) !== "}") {
    do readProperty(reader, properties);
    while (hasNext(reader, object.start, "}"));
  }
  reader.at++;
  object.end = reader.at;
  return object;
}

function readProperty(reader: Reader, properties: Map<string, PlacedProperty>): void {
  const { text } = reader;
  if (skipSpace(reader) !== '"') unexpectedText(text, reader.at, "a key");
  const keyStart = reader.at;
  const { end: keyEnd, value: key } = jsonString(text, keyStart);
  if (properties.has(key)) {
    breakOff(keyStart, keyEnd, `the key ${quoted(key)} is repeated in this object`, "remove one of the two");
  }
  reader.at = keyEnd;
  if (skipSpace(reader) !== ":") unexpectedText(text, reader.at, "a colon after the key");
  reader.at++;
  properties.set(key, { keyStart, keyEnd, value: readValue(reader) });
}

/** Moves past the comma after an item. Returns false at the end of the container. @throws {Unreadable} */
function hasNext(reader: Reader, start: number, closing: "]" | "}"): boolean {
  const { text } = reader;
  const kind = closing === "]" ? "list" : "object";
  const next = skipSpace(reader);
  if (next === closing) return false;
  if (next === "") {
    breakOff(start, start + 1, `the ${kind} that begins here is never closed`, `add the missing ${closing}`);
  }
  if (next !== ",") unexpectedText(text, reader.at, `a comma or ${closing}`);
  const comma = reader.at++;
  if (skipSpace(reader) !== closing) return true;
  breakOff(comma, comma + 1, `JSON has no comma at the end of ${withArticle(kind)}`, "remove this comma");
}

function withArticle(kind: "list" | "object"): string {
  return kind === "list" ? "a list" : "an object";
}
