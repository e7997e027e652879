import { expect, test } from "vitest";
import { fateOf, requestHead } from "../../support/hostile-request.ts";

const chunks = "2\r\n{}\r\n0\r\n\r\n";
const chunked = `${requestHead}Transfer-Encoding: chunked\r\n\r\n`;

/** Messages whose length is ambiguous, or read differently by servers: request smuggling. */
test.each([
  ["two equal lengths", `${requestHead}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  ["two lengths", `${requestHead}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ["a list of lengths", `${requestHead}Content-Length: 2, 2\r\n\r\n{}`],
  ["a length with a sign", `${requestHead}Content-Length: +2\r\n\r\n{}`],
  ["a negative length", `${requestHead}Content-Length: -2\r\n\r\n{}`],
  ["a hexadecimal length", `${requestHead}Content-Length: 0x2\r\n\r\n{}`],
  ["a length of two numbers", `${requestHead}Content-Length: 1 2\r\n\r\n{}`],
  ["an empty length", `${requestHead}Content-Length:\r\n\r\n`],
  ["a length beyond 64 bits", `${requestHead}Content-Length: 99999999999999999999999\r\n\r\n{}`],
  ["a blank before the colon of a length", `${requestHead}Content-Length : 2\r\n\r\n{}`],
  ["a length and chunks", `${requestHead}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
  ["chunks and a length", `${requestHead}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n${chunks}`],
  ["chunks that are not last", `${requestHead}Transfer-Encoding: chunked, gzip\r\n\r\n${chunks}`],
  ["chunks twice", `${requestHead}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
  [
    "chunks and identity",
    `${requestHead}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunks}`,
  ],
  ["a coding that only ends like chunked", `${requestHead}Transfer-Encoding: xchunked\r\n\r\n${chunks}`],
  ["a control character before chunked", `${requestHead}Transfer-Encoding: \u000bchunked\r\n\r\n${chunks}`],
  ["a blank before the colon of the coding", `${requestHead}Transfer-Encoding : chunked\r\n\r\n${chunks}`],
  ["an empty coding", `${requestHead}Transfer-Encoding:\r\n\r\n`],
  ["a negative chunk", `${chunked}-2\r\n{}\r\n0\r\n\r\n`],
  ["a chunk with 0x", `${chunked}0x2\r\n{}\r\n0\r\n\r\n`],
  ["a chunk beyond 64 bits", `${chunked}ffffffffffffffffff\r\n{}\r\n0\r\n\r\n`],
  ["a chunk with a blank behind its size", `${chunked}2 \r\n{}\r\n0\r\n\r\n`],
  ["a chunk that is longer than it says", `${chunked}2\r\n{}X\r\n0\r\n\r\n`],
  ["chunks with bare line feeds", `${chunked}2\n{}\n0\n\n`],
  ["an extension that ends in a bare line feed", `${chunked}2;a\n{}\r\n0\r\n\r\n`],
  ["a length in the trailers", `${chunked}2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n`],
])("%s: 400, the connection closed, and nothing in the log", async (_, bytes) => {
  expect(await fateOf(bytes)).toMatchObject({ answer: { status: 400 }, closed: true, rows: 0 });
});

test.each([
  ["a length with zeros in front", `${requestHead}Content-Length: 00002\r\n\r\n{}`],
  ["chunked in capitals", `${requestHead}Transfer-Encoding: CHUNKED\r\n\r\n${chunks}`],
  ["a tab before chunked", `${requestHead}Transfer-Encoding:\tchunked\r\n\r\n${chunks}`],
  ["chunk extensions", `${chunked}2;a=b;c="d"\r\n{}\r\n0;last\r\n\r\n`],
  [
    "trailers",
    `${requestHead}Transfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\n{}\r\n0\r\nX-T: 1\r\n\r\n`,
  ],
  ["empty lines in front", `\r\n\r\n${requestHead}Content-Length: 2\r\n\r\n{}`],
])("%s: accepted, because it is unambiguous", async (_, bytes) => {
  expect(await fateOf(bytes)).toEqual({
    answer: expect.objectContaining({ status: 200 }),
    closed: false,
    rows: 1,
  });
});

test("compressed chunks: 501 before the body is read, and logged", async () => {
  const fate = await fateOf(`${requestHead}Transfer-Encoding: gzip, chunked\r\n\r\n${chunks}`);
  expect(fate).toMatchObject({ answer: { status: 501 }, closed: false, rows: 1 });
});
