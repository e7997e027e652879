import { expect, it } from "vitest";
import { isKeyId } from "../../../src/terminal/keys.ts";
import { type Act, acts, answers } from "../../../src/tui/records/acts.ts";
import { internal } from "../../../src/tui/records/command.ts";
import { registry } from "../../support/app/registry.ts";

const keyed = registry.commands.filter(({ keys }) => keys.length > 0);
const meanings: Readonly<Record<string, { readonly keys: readonly string[] }>> = { ...acts, ...answers };
const keysOf = (names: readonly Act[]) => names.flatMap((name) => meanings[name]?.keys ?? []);
const isAnswer = (name: string) => Object.hasOwn(answers, name);

/** Scopes of the dialogs that ask a question. */
const questions = ["confirm", "stray-webhooks", "webhook-change", "what-if"];

it("gives a key one meaning, and one more in a question at most", () => {
  for (const table of [acts, answers]) {
    const all = Object.values(table).flatMap(({ keys }) => keys);
    expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
    expect(all.flatMap((key) => key.split(" ")).filter((key) => !isKeyId(key))).toEqual([]);
  }
});

it("begins a sequence only with a key that shows its continuations", () => {
  const starts = new Set<string>([...acts.goTo.keys, ...acts.more.keys]);
  const sequences = Object.values(acts)
    .flatMap(({ keys }) => keys)
    .filter((key) => key.includes(" "));
  expect(sequences.filter((key) => !starts.has(key.split(" ")[0] ?? ""))).toEqual([]);
});

it("takes the keys of a command from its meanings", () => {
  const wrong = keyed.filter((command) => {
    const allowed: readonly string[] = keysOf(command.acts ?? []);
    return !command.keys.every((key) => allowed.includes(key));
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(registry.commands.filter(({ scope, keys }) => scope === internal && keys.length > 0)).toEqual([]);
});

it("uses each meaning, and the answers only in questions", () => {
  const used = new Set(keyed.flatMap((command) => command.acts ?? []));
  expect(Object.keys(meanings).filter((name) => !used.has(name as Act))).toEqual([]);
  const answering = keyed.filter((command) => command.acts?.some(isAnswer)).map(({ scope }) => scope);
  expect([...new Set(answering)].toSorted()).toEqual(questions);
});

it("leaves the letters to what is typed in a chooser and in a field", () => {
  const typing = registry.scopes.filter(
    ({ outer, hasField }) => outer.includes("chooser") || hasField === true,
  );
  const taken = keyed.filter(
    ({ scope, keys }) =>
      typing.some((one) => one.scope === scope) &&
      scope !== "sequence" &&
      keys.some((key) => /^[a-z]$/iu.test(key)),
  );
  expect(taken.map(({ id }) => id)).toEqual([]);
});

it("gives a list in a dialog the keys of lists, or selects in it by typing", () => {
  const lists = registry.features.flatMap(({ dialogs }) => dialogs).filter(({ list }) => list !== undefined);
  const others = lists.filter(
    ({ hasListKeys, typeAhead, field }) =>
      hasListKeys !== true && typeAhead === undefined && field === undefined,
  );
  expect(others.map(({ kind }) => kind)).toEqual([]);
});
