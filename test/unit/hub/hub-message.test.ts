import { expect, test } from "vitest";
import { hubMessage } from "../../../src/hub/hub-message.ts";

const json = { "content-type": "application/json" };

test.for([
  ["the header", { "x-error-message": "no" }, "", "no"],
  ["the header and the same in the body, once", { ...json, "x-error-message": "no" }, { error: "no" }, "no"],
  ["header and body", { ...json, "x-error-message": "no" }, { error: "because" }, "no; because"],
  ["a list", json, { error: ["a", "b"] }, "a; b"],
  ["a description", json, { error: "a", error_description: "b" }, "a; b"],
  ["messages", json, { errors: [{ message: "a" }, { message: "b", code: 1 }] }, "a; b"],
  ["another type of error", json, { error: { code: 1 }, errors: [{ message: "b" }] }, "b"],
  ["a sentence, which goes on inside one of ours", json, { error: "No such thing." }, "No such thing"],
  ["a plain text", { "content-type": "text/plain" }, "Service Unavailable", "Service Unavailable"],
  ["a JSON string", json, "no", "no"],
  ["an empty object", json, {}, null],
  ["nothing", {}, "  \n", null],
  ["a web page by its type", { "content-type": "text/html" }, "lost", null],
  ["a web page by its start", {}, "\n<!DOCTYPE html><p>lost", null],
] as const)("%s", ([, headers, body, message]) => {
  expect(hubMessage(new Headers(headers), body)).toBe(message);
});
