import { endLine, giveUp, type PlainYaml, toContent } from "./plain-yaml-lines.ts";
import { readBlockText, readFlowList, readPlainText, readQuotedText } from "./plain-yaml-text.ts";

/** Deeper ones are left to the whole reader. */
const mostDepth = 20;

/**
 * The value of a YAML text as nearly all policies are written: mappings and lists in block style, keys of letters and digits, texts on
 * one line or folded under `>` and `|`, lists of words in brackets. Three times as fast as a whole reader of YAML, and much of a check
 * is reading.
 *
 * Undefined: there is something else in the text, or something wrong. It decides nothing then; the whole reader does.
 */
export function readPlainYaml(text: string): unknown {
  // Tabs and carriage returns are spaces here and content there; U+0000 can stand nowhere.
  if (text.includes("\t") || text.includes("\r") || text.includes("\0")) return undefined;
  const yaml: PlainYaml = { text, at: 0, lineStart: 0, indent: 0, isUnusual: false };
  toContent(yaml);
  const value = yaml.indent === 0 ? readBlock(yaml, 0) : giveUp(yaml);
  return yaml.isUnusual || yaml.at < text.length ? undefined : value;
}

function isDash({ text, at }: PlainYaml): boolean {
  if (text.charCodeAt(at) !== 0x2d) return false;
  const next = text.charCodeAt(at + 1);
  return next === 0x20 || next === 0x0a;
}

/** A mapping or a list whose first key or dash stands here. */
function readBlock(yaml: PlainYaml, depth: number): unknown {
  if (depth > mostDepth) return giveUp(yaml);
  const indent = yaml.at - yaml.lineStart;
  return isDash(yaml) ? readList(yaml, indent, depth) : readMapping(yaml, indent, depth);
}

function readMapping(yaml: PlainYaml, indent: number, depth: number): unknown {
  const { text } = yaml;
  const mapping: Record<string, unknown> = {};
  do {
    const end = keyEnd(text, yaml.at);
    if (end === -1) return giveUp(yaml);
    const key = text.slice(yaml.at, end);
    if (key in mapping) return giveUp(yaml);
    yaml.at = end + 1;
    mapping[key] = readValue(yaml, indent, depth, true);
  } while (yaml.indent === indent);
  if (yaml.indent > indent) giveUp(yaml);
  return mapping;
}

/** Where the colon behind a key stands; -1: no key of letters and digits stands here. */
function keyEnd(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
    if (isLetter || (at > start && (code === 0x5f || code === 0x2d || (code >= 0x30 && code <= 0x39))))
      continue;
    const next = text.charCodeAt(at + 1);
    const isKey = code === 0x3a && at > start && (next === 0x20 || next === 0x0a);
    return isKey ? at : -1;
  }
}

function readList(yaml: PlainYaml, indent: number, depth: number): unknown {
  const { text } = yaml;
  const list: unknown[] = [];
  do {
    yaml.at++;
    while (text.charCodeAt(yaml.at) === 0x20) yaml.at++;
    const startsBlock = isDash(yaml) || keyEnd(text, yaml.at) !== -1;
    list.push(startsBlock ? readBlock(yaml, depth + 1) : readValue(yaml, indent, depth, false));
  } while (yaml.indent === indent && isDash(yaml));
  if (yaml.indent > indent) giveUp(yaml);
  return list;
}

/** What stands behind a key or a dash at `indent`: on its line, or below it, further in. */
function readValue(yaml: PlainYaml, indent: number, depth: number, isProperty: boolean): unknown {
  const { text } = yaml;
  while (text.charCodeAt(yaml.at) === 0x20) yaml.at++;
  switch (text.charCodeAt(yaml.at)) {
    case 0x22: // "
    case 0x27: // '
      return readQuotedText(yaml);
    case 0x5b: // [
      return readFlowList(yaml);
    case 0x7c: // |
    case 0x3e: // >
      return readBlockText(yaml, indent);
    case 0x0a:
    case 0x23: // #
      endLine(yaml);
      if (yaml.indent > indent) return readBlock(yaml, depth + 1);
      // A list may stand as far out as the key it belongs to.
      if (isProperty && yaml.indent === indent && isDash(yaml)) return readList(yaml, indent, depth + 1);
      return null;
    default:
      return readPlainText(yaml);
  }
}
