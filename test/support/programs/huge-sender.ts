/**
 * Posts a body of 2 GB: `node huge-sender.ts PORT FRAMING`. FRAMING is `chunked`, `length`, or `expect` (a
 * length and Expect: 100-continue, without waiting for it). Ignores the response and sends until it is done
 * or disconnected. Prints the response and the number of bytes sent: `{"answer": string, "sent": number}`.
 */
import { connect } from "node:net";
import process from "node:process";

const totalBytes = 2 * 1024 ** 3;
const pieceBytes = 1 << 20;

const [port, framing] = process.argv.slice(2);
const lines = {
  chunked: "Transfer-Encoding: chunked",
  length: `Content-Length: ${totalBytes}`,
  expect: `Content-Length: ${totalBytes}\r\nExpect: 100-continue`,
}[framing ?? ""];
if (lines === undefined) throw new Error("usage: node huge-sender.ts PORT chunked | length | expect");

const data = Buffer.alloc(pieceBytes, " ");
const piece =
  framing === "chunked"
    ? Buffer.concat([Buffer.from(`${pieceBytes.toString(16)}\r\n`), data, Buffer.from("\r\n")])
    : data;

let answer = "";
let sent = 0;
const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
socket.setEncoding("latin1").on("data", (text: string) => {
  answer += text;
});
// A disconnect is expected; `close` follows.
socket.on("error", () => {});
socket.on("close", () => console.log(JSON.stringify({ answer, sent })));
socket.write(`POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n`, send);

function send(error?: Error | null): void {
  if (error) return;
  if (sent >= totalBytes) {
    socket.end(framing === "chunked" ? "0\r\n\r\n" : "");
    return;
  }
  socket.write(piece, (failed) => {
    if (!failed) sent += pieceBytes;
    send(failed);
  });
}
