import { endLine, giveUp, type PlainYaml, toContent } from "./plain-yaml-lines.ts";
import { plainValue } from "./yaml-scalar.ts";

/** Controls, surrogates, byte order marks and the like: which of them may stand where is not decided here. */
function isStrange(code: number): boolean {
  return code < 0x20 || (code > 0x7e && (code < 0xa0 || code >= 0xd800));
}

const strange = /[^\n -~\u00A0-\uD7FF]/;

/** What plain text cannot begin with, or not without a second look: -?:,[]{}#&*!|>'"%@` */
const indicators = new Set(Array.from("-?:,[]{}#&*!|>'\"%@`", (character) => character.charCodeAt(0)));

/** Text without quotes, up to the end of its line. */
export function readPlainText(yaml: PlainYaml): unknown {
  const { text, at: start } = yaml;
  const first = text.charCodeAt(start);
  const isMinus = first === 0x2d && text.charCodeAt(start + 1) > 0x2d;
  if (indicators.has(first) && !isMinus) return giveUp(yaml);
  let end = start;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20) continue;
    if (code === 0x0a) break;
    if (code === 0x23 && text.charCodeAt(at - 1) === 0x20) break;
    if (code === 0x3a) {
      const next = text.charCodeAt(at + 1);
      if (!(next > 0x20)) return giveUp(yaml);
    } else if (isStrange(code)) return giveUp(yaml);
    end = at + 1;
  }
  yaml.at = end;
  endLine(yaml);
  return plainValue(text.slice(start, end));
}

/** Text in quotes that ends on its line and has no escapes but `''`. */
export function readQuotedText(yaml: PlainYaml): unknown {
  const start = yaml.at + 1;
  const end = quotedEnd(yaml.text, yaml.at);
  if (end === -1) return giveUp(yaml);
  yaml.at = end + 1;
  endLine(yaml);
  return quotedText(yaml.text, start, end);
}

function quotedText(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  return text.charCodeAt(start - 1) === 0x27 && written.includes("'")
    ? written.replaceAll("''", "'")
    : written;
}

/** Where the quote that closes stands; -1: not on this line, or something needs a second look. */
function quotedEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (quote !== 0x27 || text.charCodeAt(at + 1) !== 0x27) return at;
      at++;
    } else if ((code === 0x5c && quote === 0x22) || isStrange(code)) return -1;
  }
  return -1;
}

/** `[a, "b"]`: words and texts in quotes, on one line. */
export function readFlowList(yaml: PlainYaml): unknown {
  const { text } = yaml;
  const list: unknown[] = [];
  for (let at = yaml.at + 1; ; at++) {
    while (text.charCodeAt(at) === 0x20) at++;
    const quote = text.charCodeAt(at);
    const isQuoted = quote === 0x22 || quote === 0x27;
    const end = isQuoted ? quotedEnd(text, at) : wordEnd(text, at);
    if (end === -1) return giveUp(yaml);
    list.push(isQuoted ? quotedText(text, at + 1, end) : plainValue(text.slice(at, end)));
    at = isQuoted ? end + 1 : end;
    while (text.charCodeAt(at) === 0x20) at++;
    if (text.charCodeAt(at) === 0x2c) continue;
    if (text.charCodeAt(at) !== 0x5d) return giveUp(yaml);
    yaml.at = at + 1;
    endLine(yaml);
    return list;
  }
}

/** Where a word ends that needs no quotes within brackets; -1: none stands here. */
function wordEnd(text: string, start: number): number {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === 0x5d) break;
    if (code === 0x20) continue;
    if (isStrange(code) || (indicators.has(code) && (at === start || code !== 0x2d))) return -1;
    end = at + 1;
  }
  return end > start ? end : -1;
}

/** Text below a `>` or `|`, with or without a `-`, whose first line is not empty and, if folded, none further in than another. */
export function readBlockText(yaml: PlainYaml, parentIndent: number): unknown {
  const { text } = yaml;
  const isFolded = text.charCodeAt(yaml.at) === 0x3e;
  const isStripped = text.charCodeAt(yaml.at + 1) === 0x2d;
  const start = yaml.at + (isStripped ? 2 : 1);
  if (text.charCodeAt(start) !== 0x0a) return giveUp(yaml);
  let lineStart = start + 1;
  let indent = 0;
  while (text.charCodeAt(lineStart + indent) === 0x20) indent++;
  if (indent <= parentIndent) return giveUp(yaml);
  let value = "";
  let emptyLines = 0;
  let isFirst = true;
  while (lineStart < text.length) {
    let column = 0;
    while (column < indent && text.charCodeAt(lineStart + column) === 0x20) column++;
    const content = lineStart + column;
    const end = text.indexOf("\n", content);
    const lineEnd = end === -1 ? text.length : end;
    if (content === lineEnd) {
      // Spaces alone on a line, or nothing at the beginning: what they mean depends.
      if (column > 0 || isFirst) return giveUp(yaml);
      emptyLines++;
    } else {
      if (column < indent) break;
      if (isFolded && text.charCodeAt(content) === 0x20) return giveUp(yaml);
      if (!isFirst)
        value += isFolded && emptyLines === 0 ? " " : "\n".repeat(emptyLines + (isFolded ? 0 : 1));
      value += text.slice(content, lineEnd);
      emptyLines = 0;
      isFirst = false;
    }
    lineStart = lineEnd + 1;
  }
  if (isFirst || strange.test(value)) return giveUp(yaml);
  yaml.at = lineStart;
  toContent(yaml);
  return isStripped ? value : `${value}\n`;
}
