import type { Random } from "./random.ts";

// Without `Connection: upgrade`, behind which Node stops reading, or waits for ever.
const methods = ["GET", "PUT", "HEAD", "OPTIONS", "DELETE", "QUERY", "M-SEARCH", "CONNECT", "PRI", "SOURCE"];
const targets = [
  "/",
  "/webhooks/inbox",
  "/a?b=c",
  "/a#b",
  "/a?b#c?d",
  "*",
  "*x",
  "http://h/x",
  "http://u@h:80?x",
  "https://[::1]/",
  '/"<>{}|^`\\',
  "//",
];
const versions = ["1.0", "1.0", "1.0", "2.0", "0.9", "1.2"];
const headers = [
  "X-A: 1",
  "X-A:1",
  "X-A:",
  "X-A: \t ",
  "X-A:\ta b\t",
  "X-A: caf\xe9 \xff\x80",
  'x!#$%&\'*+-.^_`|~9: "{}"',
  "Connection: close",
  "Connection: keep-alive",
  "Connection: Keep-Alive, close",
  "Connection: x, close",
  "Connection: close, x",
  "Connection: closed",
  "Connection: x",
  "Connection: x close",
  "Upgrade: h2c",
  "Expect: 100-continue",
  "Expect: a miracle",
  "Trailer: X-T",
  "Keep-Alive: timeout=5",
  "Content-Type: application/json",
  "TE: trailers",
];
const lengths = [
  "02",
  "0000000000000002",
  "+2",
  "-2",
  "2,2",
  "2, 2",
  "2 ",
  "2\t",
  "0x2",
  "2.0",
  "",
  "3",
  "1",
  "0",
  "18446744073709551618",
  "99999999999999999999",
  "1e0",
];
const codings = [
  "Chunked",
  " chunked",
  "chunked ",
  "chunked\t",
  "gzip, chunked",
  "gzip,chunked",
  "chunked, gzip",
  "chunked, chunked",
  "chunked,",
  ", chunked",
  "xchunked",
  "chunkedx",
  "chunked;a=b",
  "chunked chunked",
  "gzip chunked",
  "x\tchunked",
  "identity",
  '"chunked"',
  "\xa0chunked",
  "chunked\xa0",
  "",
];
const sizes = [
  "02",
  "0002",
  "0000000000002",
  "2 ",
  " 2",
  "0x2",
  "-2",
  "+2",
  "2;a",
  "2;a=b",
  '2;a="b c"',
  '2;a="\\""',
  "2; a = b",
  "2;",
  "2;;",
  "2;a=",
  "2;=",
  "2;a b",
  '2;"a"',
  '2;a="b',
  "2;a=b;c",
  "2;\xe9",
  "2g",
  "00000000000000002",
  "ffffffffffffffff",
  "fffffffffffffffff",
];
const lastSizes = ["00", "0;a", '0;a="b"', "-0", ""];
const trailers = [
  "X-T: 1\r\n",
  "X-T:1\r\nX-U: 2\r\n",
  "Content-Length: 2\r\n",
  "Transfer-Encoding: chunked\r\n",
  "X T: 1\r\n",
  "X-T 1\r\n",
  " X-T: 1\r\n",
  "X-T: 1\r\n 2\r\n",
  ": 1\r\n",
  "X-T: \xe9\r\n",
  "Connection: close\r\n",
];
const hostile = [
  "\r",
  "\n",
  "\r\n",
  "\r\n\r\n",
  "\0",
  " ",
  "\t",
  ":",
  ",",
  ";",
  '"',
  "\\",
  "=",
  "0",
  "1",
  "2",
  "9",
  "a",
  "F",
  "Z",
  "-",
  "\x0b",
  "\x0c",
  "\x1f",
  "\x7f",
  "\x80",
  "\x85",
  "\xa0",
  "\xff",
];

/** The bytes of one to three requests, most of them with something wrong or strange in them. A character is a byte. */
export function hostileHttp(random: Random): string {
  let text = "";
  for (let count = 1 + (random.below(2) && random.below(3)); count > 0; count -= 1)
    text += anyRequest(random);
  for (let count = random.pick([0, 0, 0, 1, 1, 1, 2, 3]); count > 0; count -= 1) text = mutated(text, random);
  return text;
}

function anyRequest(random: Random): string {
  const method = mostly("POST", methods, random);
  const target = mostly("/webhooks/inbox", targets, random);
  const lines = [`${method} ${target} HTTP/${mostly("1.1", versions, random)}`, "Host: h"];
  for (let count = random.below(4); count > 0; count -= 1) lines.push(random.pick(headers));
  const [framing, body] = anyBody(random);
  lines.splice(1 + random.below(lines.length), 0, ...framing);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function mostly(usual: string, others: readonly string[], random: Random): string {
  return random.below(8) > 0 ? usual : random.pick(others);
}

function anyBody(random: Random): readonly [framing: readonly string[], body: string] {
  const length = `Content-Length:${mostly(" ", ["", "\t", "  "], random)}${mostly("2", lengths, random)}`;
  const coding = `Transfer-Encoding: ${mostly("chunked", codings, random)}`;
  switch (random.below(16)) {
    case 0:
      return [[], ""];
    case 1:
      return [[length, coding], chunks(random)];
    case 2:
      return [[length, `Content-Length: ${random.pick(lengths)}`], "{}"];
    case 3:
      return [[coding, `Transfer-Encoding: ${random.pick(codings)}`], chunks(random)];
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
      return [[coding], chunks(random)];
    default:
      return [[length], "{}"];
  }
}

function chunks(random: Random): string {
  let text = "";
  for (let count = random.below(3); count > 0; count -= 1) text += `${mostly("2", sizes, random)}\r\n{}\r\n`;
  return `${text}${mostly("0", lastSizes, random)}\r\n${mostly("", trailers, random)}\r\n`;
}

/** A byte more, less or another, mostly where lines and fields end; or a line that is there twice, or ends otherwise. */
function mutated(text: string, random: Random): string {
  const at = place(text, random);
  switch (random.below(8)) {
    case 0:
    case 1:
      return text.slice(0, at) + random.pick(hostile) + text.slice(at);
    case 2:
    case 3:
      return text.slice(0, at) + random.pick(hostile) + text.slice(at + 1);
    case 4:
      return text.slice(0, at) + text.slice(at + 1);
    case 5: {
      const lines = text.split("\r\n");
      const line = random.below(lines.length);
      lines.splice(random.below(lines.length), 0, lines[line] ?? "");
      return lines.join("\r\n");
    }
    case 6: {
      const lines = text.split("\r\n");
      const line = random.below(lines.length);
      return (
        lines.slice(0, line + 1).join("\r\n") +
        random.pick(["\n", "\r", "\r\r\n", "\n\r\n", "\r\n "]) +
        lines.slice(line + 1).join("\r\n")
      );
    }
    default:
      return text.slice(0, at);
  }
}

function place(text: string, random: Random): number {
  const at = random.below(text.length + 1);
  if (random.below(2) === 0) return at;
  const near = /[\r\n:;, ]/.exec(text.slice(at));
  return near === null ? at : at + near.index + random.below(2);
}
