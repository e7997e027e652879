import {
  type Candidate,
  completeItem,
  type Completion,
  itemAt,
  suggest,
} from "../../../../tui/completion.ts";

/** Completes the watched item under the caret. After a type, only names of that type are searched. */
export function completeWatched(text: string, caret: number, candidates: readonly Candidate[]): Completion {
  const { start, end } = itemAt(text, caret);
  const typed = text.slice(start, end);
  const type = typed.slice(0, typed.indexOf(":") + 1).toLowerCase();
  if (type === "") return completeItem(text, caret, candidates);
  const names = candidates.flatMap((one) =>
    one.text.startsWith(type) && one.text !== type ? [{ ...one, text: one.text.slice(type.length) }] : [],
  );
  const suggestions = suggest(typed.slice(type.length), names).map((one) => ({
    ...one,
    text: type + one.text,
    matched: one.matched.map((index) => index + type.length),
  }));
  return { start, end, suggestions };
}
