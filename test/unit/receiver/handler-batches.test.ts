import { expect, test } from "vitest";
import type { Incoming } from "../../../src/receiver/action.ts";
import {
  packReplies,
  packCalls,
  unpackReplies,
  unpackCalls,
} from "../../../src/receiver/handlers/thread-messages.ts";

const incoming: Incoming = {
  seq: 7,
  route: "train",
  method: "POST",
  target: "/webhooks/train?x=%2F",
  headers: [
    ["X-Twice", "a"],
    ["x-twice", "\u00ff"],
  ],
  body: Buffer.from('{"name":"é","__proto__":{"x":1}}'),
  payload: null,
  schemaValid: false,
  remote: "::1",
  receivedAtMs: 1_700_000_000_000.5,
  replayOf: 3,
  event: { id: "msg_1", first: 3, number: 2, firstAtMs: 1_700_000_000_000 },
};

test("calls come out of a batch unchanged, each with its own bytes", () => {
  const other = { ...incoming, seq: 8, body: Buffer.from("[1]"), replayOf: null };
  const empty = { ...incoming, seq: 9, body: Buffer.from("0") };
  const calls = unpackCalls(
    "train",
    packCalls([
      [1, incoming],
      [2, other],
      [3, empty],
    ]),
  );
  expect(calls.map(([number]) => number)).toEqual([1, 2, 3]);
  const [[, first], [, second], [, third]] = calls as [
    [number, Incoming],
    [number, Incoming],
    [number, Incoming],
  ];
  for (const name of [
    "seq",
    "route",
    "method",
    "target",
    "headers",
    "schemaValid",
    "remote",
    "receivedAtMs",
    "replayOf",
    "event",
  ] as const) {
    expect(first[name], name).toEqual(incoming[name]);
  }
  expect(Buffer.from(first.body)).toEqual(incoming.body);
  expect(Object.keys(first.payload as object)).toEqual(["name", "__proto__"]);
  expect([second.payload, second.replayOf]).toEqual([[1], null]);
  expect(third.payload).toBe(0);
});

test("replies come out of a batch unchanged, text as text and bytes as bytes", () => {
  const answered = [
    {
      id: 1,
      call: {
        response: { status: 200, headers: [], body: "\ud800 é" },
        failure: null,
        final: false,
        console: ["a", "\u001b[0m"],
      },
    },
    {
      id: 2,
      call: {
        response: { status: 418, headers: ["x-a", "1", "x-a", "2"], body: new Uint8Array([0, 255]) },
        failure: "handler train threw: Error: no (train.ts:1)",
        final: true,
        console: [],
      },
    },
    {
      id: 3,
      call: { response: { status: 204, headers: [], body: "" }, failure: null, final: false, console: [] },
    },
  ];
  expect(unpackReplies(structuredClone(packReplies(answered)))).toEqual(answered);
});
