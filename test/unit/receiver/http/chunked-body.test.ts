import { expect, test } from "vitest";
import { ChunkedBody, type ChunkedEnd } from "../../../../src/receiver/http/chunked-body.ts";

/** What came of a body: how it ended, what was in it, and what was left behind its end. */
interface Decoded {
  readonly end: ChunkedEnd;
  readonly body: string;
  readonly rest: string;
}

function decode(...pieces: readonly Buffer[]): Decoded {
  const chunked = new ChunkedBody();
  let body = "";
  let end: ChunkedEnd = "more";
  const rest: Buffer[] = [];
  for (const piece of pieces) {
    let consumed = 0;
    if (end === "more" && piece.length > 0) {
      end = chunked.read(piece, 0, (bytes) => {
        body += bytes.toString("latin1");
      });
      consumed = chunked.consumed;
    }
    rest.push(piece.subarray(consumed));
  }
  return { end, body, rest: Buffer.concat(rest).toString("latin1") };
}

/** The bytes of a text as a whole, cut into two at every place, and one by one. */
function* cuts(text: string): Generator<readonly Buffer[]> {
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at <= bytes.length; at += 1) yield [bytes.subarray(0, at), bytes.subarray(at)];
  yield Array.from(bytes, (byte) => Buffer.of(byte));
}

const long = "x".repeat(0x1a2);

test.each([
  ["nothing", "0\r\n\r\n", ""],
  ["a chunk", "2\r\n{}\r\n0\r\n\r\n", "{}"],
  ["chunks", "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n", "{}"],
  ["line ends in a chunk", "a\r\n\r\n0\r\n\r\n\r\n\0\r\n0\r\n\r\n", "\r\n0\r\n\r\n\r\n\0"],
  ["a size in small letters", `1a2\r\n${long}\r\n0\r\n\r\n`, long],
  ["a size in capitals, with zeros in front", `00001A2\r\n${long}\r\n0\r\n\r\n`, long],
  ["a size of twelve digits", "000000000002\r\n{}\r\n0\r\n\r\n", "{}"],
  ["several zeros at the end", "2\r\n{}\r\n000\r\n\r\n", "{}"],
  ["extensions", '2;a;b=c;d="e;\\"\t\\\\ f\u00e9"\r\n{}\r\n0;z\r\n\r\n', "{}"],
  ["trailers", "2\r\n{}\r\n0\r\nX-T: 1\r\nX-U:\r\nX-V:\t caf\u00e9 \r\n\r\n", "{}"],
])("%s: the same however it is cut, and what follows is left alone", (_, text, body) => {
  for (const pieces of cuts(`${text}GET `))
    expect(decode(...pieces)).toEqual({ end: "end", body, rest: "GET " });
  for (const pieces of cuts(text)) expect(decode(...pieces)).toEqual({ end: "end", body, rest: "" });
});

test.each([
  ["no size", "\r\n"],
  ["a blank before a size", " 2\r\n{}\r\n"],
  ["a blank behind a size", "2 \r\n{}\r\n"],
  ["a tab behind a size", "2\t\r\n{}\r\n"],
  ["a sign", "+2\r\n{}\r\n"],
  ["a negative size", "-2\r\n{}\r\n"],
  ["0x", "0x2\r\n{}\r\n"],
  ["what is no digit", "2g\r\n{}\r\n"],
  ["a letter above ASCII", "2\u00b2\r\n{}\r\n"],
  ["a size of thirteen digits", "0000000000002\r\n{}\r\n"],
  ["a size beyond all bounds", "fffffffffffffffff\r\n{}\r\n"],
  ["a bare line feed behind a size", "2\n{}\r\n"],
  ["a bare carriage return behind a size", "2\r{}\r\n"],
  ["a chunk longer than it says", "2\r\n{}}\r\n"],
  ["a chunk shorter than it says", "3\r\n{}\r\n0\r\n\r\n"],
  ["a bare line feed behind a chunk", "2\r\n{}\n0\r\n\r\n"],
  ["a bare carriage return behind a chunk", "2\r\n{}\r0\r\n\r\n"],
  ["an extension without a name", "2;\r\n{}\r\n"],
  ["two semicolons", "2;;a\r\n{}\r\n"],
  ["an extension of a value alone", "2;=a\r\n{}\r\n"],
  ["an extension without the value it announces", "2;a=\r\n{}\r\n"],
  ["blanks in an extension", "2; a = b\r\n{}\r\n"],
  ["an open quotation", '2;a="b\r\n{}\r\n'],
  ["text behind a quotation", '2;a="b"c\r\n{}\r\n'],
  ["a quotation as a name", '2;"a"\r\n{}\r\n'],
  ["a letter above ASCII as a name", "2;\u00e9\r\n{}\r\n"],
  ["a bare line feed in an extension", "2;a\n{}\r\n"],
  ["a line feed in a quotation", '2;a="\n"\r\n{}\r\n'],
  ["NUL in an extension", '2;a="\0"\r\n{}\r\n'],
  ["a bare line feed behind the last chunk", "0\n\r\n"],
  ["a bare line feed at the end", "0\r\n\n"],
  ["a bare carriage return at the end", "0\r\n\rX\r\n"],
  ["a trailer without a colon", "0\r\nX-T\r\n\r\n"],
  ["a trailer without a name", "0\r\n: 1\r\n\r\n"],
  ["a blank in the name of a trailer", "0\r\nX T: 1\r\n\r\n"],
  ["a blank before the colon of a trailer", "0\r\nX-T : 1\r\n\r\n"],
  ["a trailer that goes on in the next line", "0\r\nX-T: 1\r\n 2\r\n\r\n"],
  ["a bare line feed behind a trailer", "0\r\nX-T: 1\nX-U: 1\r\n\r\n"],
  ["a bare carriage return in a trailer", "0\r\nX-T: 1\rX-U: 1\r\n\r\n"],
  ["NUL in a trailer", "0\r\nX-T: \0\r\n\r\n"],
  ["a length in the trailers", "0\r\ncontent-LENGTH: 1\r\n\r\n"],
  ["a coding in the trailers", "0\r\nX-T: 1\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ["what becomes of the connection in the trailers", "0\r\nConnection: close\r\n\r\n"],
])("%s: malformed however it is cut, and nothing more is read", (_, text) => {
  const [whole = [Buffer.alloc(0)]] = cuts(text);
  const { end, rest } = decode(...whole);
  expect(end).toBe("malformed");
  for (const pieces of cuts(text)) expect(decode(...pieces)).toMatchObject({ end, rest });
  for (const pieces of cuts(`1\r\n7\r\n${text}`)) expect(decode(...pieces)).toMatchObject({ end });
});

test("before its end a body goes on, wherever it stops", () => {
  const text = '2;a="b"\r\n{}\r\n0\r\nX-T: 1\r\n\r\n';
  for (let end = 0; end < text.length; end += 1)
    expect(decode(Buffer.from(text.slice(0, end))).end).toBe("more");
});

test("all extensions of a body together are of 16 kB at most", () => {
  const fill = `1;${"x".repeat(8_192)}\r\n7\r\n`;
  expect(decode(Buffer.from(`${fill}${fill}0\r\n\r\n`)).end).toBe("end");
  expect(decode(Buffer.from(`${fill}${fill}0;x\r\n\r\n`)).end).toBe("extensions-too-large");
  expect(decode(Buffer.from(`1;${"x".repeat(20_000)}`)).end).toBe("extensions-too-large");
});

test("all trailers of a body together are of 16 kB at most, with the line that ends them", () => {
  const lines = (bytes: number): string =>
    `${"X-T: 1\r\n".repeat(100)}X-T: ${"x".repeat(bytes - 809)}\r\n\r\n`;
  expect(decode(Buffer.from(`0\r\n${lines(16_384)}`)).end).toBe("end");
  expect(decode(Buffer.from(`0\r\n${lines(16_385)}`)).end).toBe("trailers-too-large");
  expect(decode(Buffer.from(`0\r\n${"a:\r\n".repeat(5_000)}`)).end).toBe("trailers-too-large");
});

test("the data of a body are parts of the pieces, not copies", () => {
  const piece = Buffer.from("2\r\n{}\r\n0\r\n\r\n");
  const found: Buffer[] = [];
  new ChunkedBody().read(piece, 0, (bytes) => found.push(bytes));
  expect(found.map(({ buffer, byteOffset }) => [buffer, byteOffset])).toEqual([
    [piece.buffer, piece.byteOffset + 3],
  ]);
});
