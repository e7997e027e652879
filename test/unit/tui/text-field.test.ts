import { describe, expect, it } from "vitest";
import { isKeyId } from "../../../src/terminal/keys.ts";
import type { TextField } from "../../../src/tui/text-field.ts";
import { editByKey, insertText, textField } from "../../../src/tui/text-field.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

/** Returns a field from text with a caret mark: `ab|c`. */
function field(drawn: string): TextField {
  const caret = drawn.indexOf("|");
  return { ...textField(drawn.replace("|", "")), caret };
}

const drawn = ({ value, caret }: TextField) => `${value.slice(0, caret)}|${value.slice(caret)}`;

function press(start: TextField, ...keys: string[]): TextField {
  return keys.reduce((now, key) => {
    const edited = editByKey(now, key);
    if (edited === null) throw new Error(`${key} is no key of a field`);
    return edited;
  }, start);
}

const typed = (start: TextField, text: string) =>
  Array.from(text).reduce((now, character) => insertText(now, character, "typed"), start);

describe("keys", () => {
  it.each([
    ["left", "ab|c", "a|bc"],
    ["left", "|abc", "|abc"],
    ["right", "ab|c", "abc|"],
    ["right", "abc|", "abc|"],
    ["ctrl+b", "ab|c", "a|bc"],
    ["ctrl+f", "ab|c", "abc|"],
    ["home", "ab|c", "|abc"],
    ["ctrl+a", "ab|c", "|abc"],
    ["end", "a|bc", "abc|"],
    ["ctrl+e", "a|bc", "abc|"],
    ["ctrl+left", "https://example.org/hook|", "https://example.org/|hook"],
    ["alt+left", "https://example.org/|hook", "https://example.|org/hook"],
    ["alt+b", "|abc", "|abc"],
    ["ctrl+right", "|https://example.org", "https|://example.org"],
    ["alt+right", "https|://example.org", "https://example|.org"],
    ["alt+f", "abc|", "abc|"],
    ["backspace", "ab|c", "a|c"],
    ["backspace", "|abc", "|abc"],
    ["delete", "a|bc", "a|c"],
    ["delete", "abc|", "abc|"],
    ["ctrl+d", "a|bc", "a|c"],
    ["ctrl+w", "one two|", "one |"],
    ["alt+backspace", "a/b/c|d", "a/b/|d"],
    ["alt+d", "|one two", "| two"],
    ["ctrl+u", "one| two", "| two"],
    ["ctrl+k", "one| two", "one|"],
  ])("%s changes %s to %s", (key, before, after) => {
    expect(drawn(press(field(before), key))).toBe(after);
  });

  it("are spelled as the terminal spells them, and others are not handled", () => {
    const keys = ["left", "ctrl+left", "alt+backspace", "ctrl+_", "alt+z", "ctrl+w", "alt+d"];
    expect(keys.filter((key) => !isKeyId(key) || editByKey(textField("x"), key) === null)).toEqual([]);
    for (const other of ["enter", "esc", "tab", "ctrl+s", "ctrl+c", "f1", "constructor", "a"]) {
      expect(editByKey(textField("x"), other)).toBeNull();
    }
  });

  it("return the same field if they have no effect", () => {
    const empty = textField();
    for (const key of ["left", "right", "backspace", "delete", "ctrl+w", "ctrl+k", "ctrl+u", "ctrl+_"]) {
      expect(editByKey(empty, key)).toBe(empty);
    }
  });
});

it("finds the start of a word of any length", () => {
  const long = textField(`a/${"x".repeat(200_000)}//`);
  expect(press(long, "ctrl+w").value).toBe("a/");
  expect(press(long, "home", "alt+f", "alt+f").caret).toBe(200_002);
});

describe("graphemes", () => {
  it.each([
    ["a family", "👩‍👩‍👧"],
    ["a flag", "🇩🇪"],
    ["a letter with two marks", "e\u0301\u0323"],
    ["a skin tone", "👍🏽"],
    ["a letter outside the basic plane", "𝒳"],
  ])("%s is one step and one deletion", (_what, character) => {
    const start = textField(`a${character}`);
    expect(drawn(press(start, "left"))).toBe(`a|${character}`);
    expect(drawn(press(start, "backspace"))).toBe("a|");
    expect(drawn(press(start, "left", "left", "delete"))).toBe(`|${character}`);
    expect(drawn(press(start, "home", "right", "right"))).toBe(`a${character}|`);
  });

  it("are never split, also when an edit joins its two sides", () => {
    const joined = press(textField("ex\u0301"), "home", "right", "delete");
    // The mark now belongs to the e, so that the caret cannot stand between them.
    expect(joined.value).toBe("e");
    expect(drawn(insertText(field("|\u0301"), "e", "typed"))).toBe("e\u0301|");
    expect(drawn(press(field("|e\u0301a b"), "alt+f"))).toBe("e\u0301a| b");
  });
});

describe("undo", () => {
  it("removes one typed word at a time", () => {
    const full = typed(textField(), "dataset me");
    const once = press(full, "ctrl+_");
    expect(drawn(once)).toBe("dataset |");
    expect(drawn(press(once, "alt+z"))).toBe("dataset|");
    expect(drawn(press(once, "ctrl+_", "ctrl+_"))).toBe("|");
    expect(press(once, "ctrl+_", "ctrl+_", "ctrl+_").value).toBe("");
  });

  it("removes a paste of 10 KB, and restores a cut, in one step each, with the caret", () => {
    const before = press(typed(textField(), "https://"), "left");
    const pasted = insertText(before, "0123456789".repeat(1_000));
    expect(pasted.value).toHaveLength(10_008);
    expect(drawn(press(pasted, "ctrl+_"))).toBe("https:/|/");
    expect(drawn(press(pasted, "ctrl+u", "ctrl+_"))).toBe(drawn(pasted));
  });

  it("keeps at least a hundred steps, and a bounded number", () => {
    let now = textField();
    for (let step = 0; step < 1_000; step += 1) now = insertText(now, `${step} `);
    expect(now.past.length).toBeLessThan(200);
    for (let step = 0; step < 100; step += 1) now = press(now, "ctrl+_");
    expect(now.value).toMatch(/ 899 $/);
  });
});

it("is a single line: line breaks of every kind become spaces", () => {
  expect(insertText(textField(), "a\r\nb\nc\rd\u2028e\u2029f").value).toBe("a b c d e f");
  expect(insertText(textField("x"), "")).toEqual(textField("x"));
});

/** Reference implementation of a field: the graphemes before and after the caret. */
interface Model {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const characters = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

const modelKeys: Readonly<Record<string, (model: Model) => Model>> = {
  left: ({ before, after }) => ({ before: before.slice(0, -1), after: [...before.slice(-1), ...after] }),
  right: ({ before, after }) => ({ before: [...before, ...after.slice(0, 1)], after: after.slice(1) }),
  home: ({ before, after }) => ({ before: [], after: [...before, ...after] }),
  end: ({ before, after }) => ({ before: [...before, ...after], after: [] }),
  backspace: ({ before, after }) => ({ before: before.slice(0, -1), after }),
  delete: ({ before, after }) => ({ before, after: after.slice(1) }),
  "ctrl+u": ({ after }) => ({ before: [], after }),
  "ctrl+k": ({ before }) => ({ before, after: [] }),
};

it("behaves like a list of characters with a caret, for any keys and texts that do not join", () => {
  const random = seededRandom(7);
  const texts = ["a", "日本", "👩‍👩‍👧", "e\u0301", "x y", "/", "0123456789".repeat(20)];
  const keys = Object.keys(modelKeys);
  for (let round = 0; round < 300; round += 1) {
    let real = textField();
    let model: Model = { before: [], after: [] };
    for (let step = 0; step < 40; step += 1) {
      if (random.next() < 0.4) {
        const text = random.pick(texts);
        real = insertText(real, text, random.next() < 0.5 ? "typed" : "pasted");
        model = { ...model, before: [...model.before, ...characters(text)] };
      } else {
        const key = random.pick(keys);
        real = press(real, key);
        model = modelKeys[key]?.(model) ?? model;
      }
      expect(drawn(real)).toBe(`${model.before.join("")}|${model.after.join("")}`);
    }
  }
});

it("keeps its caret at graphemes, loses no text, and undoes everything, for any input", () => {
  const random = seededRandom(11);
  const keys = [...Object.keys(modelKeys), "ctrl+w", "alt+d", "ctrl+left", "ctrl+right"];
  for (let round = 0; round < 500; round += 1) {
    let now = textField(hostileText(random, 20).replaceAll(/[\r\n\u2028\u2029]/g, ""));
    const first = now.value;
    for (let step = 0; step < 30; step += 1) {
      now = random.next() < 0.3 ? insertText(now, hostileText(random, 6)) : press(now, random.pick(keys));
      const borders = new Set([...segmenter.segment(now.value)].map(({ index }) => index)).add(
        now.value.length,
      );
      expect([...borders]).toContain(now.caret);
    }
    while (now.past.length > 0) now = press(now, "ctrl+_");
    expect(now.value).toBe(first);
  }
});
