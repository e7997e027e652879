import { expect, it } from "vitest";
import { commonStart, completeItem, completeText, suggest } from "../../../src/tui/completion.ts";

const texts = (...all: readonly string[]) => all.map((text) => ({ text }));
const found = (typed: string, ...all: readonly string[]) =>
  suggest(typed, texts(...all)).map(({ text }) => text);

it("finds the typed text in any case, at the start before elsewhere, each candidate once", () => {
  expect(found("Co", "model:acme/core", "Corpus", "corpus-2", "other", "Corpus")).toEqual([
    "Corpus",
    "corpus-2",
    "model:acme/core",
  ]);
  // A word that starts with the text comes before a part of a word.
  expect(found("ac", "space:", "dataset:acme/x", "acl")).toEqual(["acl", "dataset:acme/x", "space:"]);
  expect(suggest("ac", texts("space:acme/x"))).toEqual([{ text: "space:acme/x", matched: [6, 8] }]);
  expect(suggest("CO", texts("me/corpus"))).toEqual([{ text: "me/corpus", matched: [3, 5] }]);
});

it("omits what is already typed, and lists all candidates for an empty text", () => {
  expect(found("me/corpus", "me/corpus", "me/corpus-2")).toEqual(["me/corpus-2"]);
  expect(found("", "b", "a")).toEqual(["b", "a"]);
  expect(found("", ...Array.from({ length: 99 }, (_, n) => `${n}`))).toHaveLength(50);
});

it("finds the text of a note after all others", () => {
  const runs = [
    { text: "68a1", note: "python train.py" },
    { text: "train-7", note: "sh" },
  ];
  expect(suggest("train", runs)).toEqual([
    { text: "train-7", note: "sh", matched: [0, 5] },
    { text: "68a1", note: "python train.py", matched: [] },
  ]);
});

it("completes the whole text of a field", () => {
  expect(completeText("http://a ", texts("http://a/b"))).toMatchObject({ start: 0, end: 9 });
});

it("completes the item under the caret of a list", () => {
  const all = texts("org:acme", "dataset:me/corpus");
  expect(completeItem("model:me/a, co org", 14, all)).toMatchObject({
    start: 12,
    end: 14,
    suggestions: [{ text: "dataset:me/corpus" }],
  });
  expect(completeItem("a,org,b", 3, all)).toMatchObject({ start: 2, end: 5 });
  expect(completeItem("", 0, all)).toMatchObject({ start: 0, end: 0, suggestions: [{}, {}] });
});

it("finds the text that all suggestions start with", () => {
  expect(commonStart(["~/handlers/", "~/handmade/", "~/hand"])).toBe("~/hand");
  expect(commonStart(["~/handlers/"])).toBe("~/handlers/");
  expect(commonStart(["one", "two"])).toBe("");
  expect(commonStart([])).toBe("");
});
