import { quoted } from "../quoted.ts";

/** Maximum length of texts that are shown whole. */
const shortLength = 60;
/** Displayed characters around a difference, up to the nearest space. */
const context = 16;
/** Maximum characters beside a difference; a longer word is not shown. */
const longestContext = 40;

/**
 * Formats the difference of two texts: `"…analysis of risks" → "…analysis of risks if feasible"`. A text over 60
 * characters starts a few words before the difference and ends a few words after it, within 60 characters.
 */
export function differingText(before: string, after: string): string {
  if (Math.max(before.length, after.length) <= shortLength) return `${quoted(before)} → ${quoted(after)}`;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // A character of two code units stays whole.
  if (isSecondUnit(before, start) || isSecondUnit(after, start)) start -= 1;
  if (isSecondUnit(before, before.length - end)) end -= 1;
  const [old, now] = [before, after].map((text) => quoted(around(text, start, text.length - end)));
  return `${old} → ${now}`;
}

/** Returns part of a text with its context; `…` marks omissions. */
function around(text: string, start: number, end: number): string {
  const before = text.lastIndexOf(" ", Math.max(0, start - context)) + 1;
  const after = text.indexOf(" ", end + context);
  const from = start - before > longestContext ? start : before;
  const to = after === -1 ? text.length : after;
  const until = to - end > longestContext ? end : to;
  return `${from > 0 ? "…" : ""}${text.slice(from, until)}${until < text.length ? "…" : ""}`;
}

/** Returns true if the unit at an index is the second one of a character. */
function isSecondUnit(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xff_ff;
}
