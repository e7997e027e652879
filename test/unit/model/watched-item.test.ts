import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import {
  formatWatchedItem,
  knownWatchedTypes,
  parseWatchedItem,
  unknownType,
} from "../../../src/model/watched-item.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

function errorOf(text: string): UsageError {
  try {
    parseWatchedItem(text);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`"${text}" can be read`);
}

describe("parseWatchedItem", () => {
  it.each([
    ["dataset:me/corpus", { type: "dataset", name: "me/corpus" }],
    ["org:acme", { type: "org", name: "acme" }],
    ["user:me", { type: "user", name: "me" }],
    ["  model : me/gpt2-fr ", { type: "model", name: "me/gpt2-fr" }],
    ["Dataset:Me/Corpus", { type: "dataset", name: "Me/Corpus" }],
    ["bucket:me/files", { type: "bucket", name: "me/files" }],
    ["kernel:me/attention", { type: "kernel", name: "me/attention" }],
    ["kernel:solo", { type: "kernel", name: "solo" }],
  ])("reads %j", (text, item) => {
    expect(parseWatchedItem(text)).toEqual(item);
  });

  it.each([
    ["orgacme", "needs a type", "org:acme"],
    ["me/corpus", "needs a type", "dataset:me/corpus"],
    ["", "needs a type", "org:acme"],
    [":me/corpus", "needs a type", "dataset:me/corpus"],
    ["org:", "needs a name", "org:acme"],
    ["org:acme/corpus", "an org has no slash", "org:acme, or dataset:acme/corpus"],
    ["dataset:corpus", "a dataset has an owner and a name", "dataset:owner/corpus"],
    ["dataset:me/corpus/x", "the name is not owner or owner/name", "dataset:me/corpus"],
    ["dataset:/corpus", "the name is not owner or owner/name", "dataset:me/corpus"],
    ["dataset:me/", "the name is not owner or owner/name", "dataset:me/corpus"],
    ["dataset:me/cor pus", "the name is not owner or owner/name", "dataset:me/corpus"],
    ["org:a,org:b", "the name is not owner or owner/name", "dataset:me/corpus"],
    ["my repo:me/corpus", "the text before the colon is not a type", "dataset, model"],
    ["me/corpus:dataset", "the text before the colon is not a type", "dataset, model"],
    ["https://huggingface.co/me", "the name is not owner or owner/name", "dataset:me/corpus"],
  ])("refuses %j and says how to write it", (text, why, hint) => {
    const error = errorOf(text);
    expect(error).toMatchObject({ code: "usage", exitCode: 2 });
    expect(error.message).toContain(why);
    expect(error.what).toContain(`"${text}"`);
    expect(error.hint).toContain(hint);
  });

  it.each(hostileStrings.filter(({ text }) => /\p{C}/u.test(text)))(
    "refuses in a name: $name",
    ({ text }) => {
      expect(() => parseWatchedItem(`user:a${text}b`)).toThrow(UsageError);
    },
  );

  it("parses what it formats", () => {
    for (const type of knownWatchedTypes) {
      const item = { type, name: type === "user" || type === "org" ? "acme" : "acme/corpus" };
      expect(parseWatchedItem(formatWatchedItem(item))).toEqual(item);
    }
  });
});

describe("unknownType", () => {
  it.each(knownWatchedTypes)("takes %s", (type) => {
    expect(unknownType(type)).toBeNull();
  });

  it.each([
    ["dataste", "Perhaps you mean dataset"],
    ["datasets", "Perhaps you mean dataset"],
    ["modle", "Perhaps you mean model"],
    ["galaxy", "Use one of dataset, model, space, user, org, bucket, kernel"],
  ])("says what %s may mean", (type, hint) => {
    expect(unknownType(type)).toMatchObject({ what: `"${type}" is not a type the Hub knows`, hint });
  });
});
