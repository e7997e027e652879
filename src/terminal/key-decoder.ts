import {
  characterKey,
  eventOfControl,
  eventOfControlString,
  eventOfCsi,
  eventOfSs3,
  namedKey,
  reply,
} from "./control-sequences.ts";
import type { InputEvent, KeyEvent } from "./input-event.ts";
import { mouseEvent } from "./mouse.ts";
import { createPasteBody } from "./paste-body.ts";
import { createUtf8Decoder } from "./utf8-decoder.ts";

const esc = "\u001b";
const pasteStart = `${esc}[200~`;
const pasteEndParameter = "201";
/** Maximum length of the parameters of a control sequence, in UTF-16 units. */
const longestSequence = 1024;
/** Maximum kept length of a control string, in UTF-16 units; the rest is skipped. */
const longestString = 4096;

/**
 * Kind of incomplete input. `escape`: the Esc key, or Alt with the next character. `sequence`: the start of a
 * sequence or control string, or half a character. `paste`: waits for its end mark.
 */
export type Pending = "nothing" | "escape" | "sequence" | "paste";

export interface KeyDecoder {
  /** Decodes the bytes of one read, split anywhere. Returns the complete events. */
  push(chunk: string | Uint8Array): InputEvent[];
  /** Ends incomplete input and returns its events. The caller decides when. */
  flush(): InputEvent[];
  readonly pending: Pending;
}

/** A decoded item: the index after it and its event, if any. */
interface Step {
  readonly next: number;
  readonly event?: InputEvent | undefined;
  /** Kind of the body of unknown length that starts at `next`, if any. */
  readonly opens?: "paste" | "]" | "P" | "_";
}

/**
 * Creates an incremental decoder of terminal input without timers and streams. Returns the same events however the
 * input is split. Reports of the terminal (responses, focus changes) become `reply` events, never keys.
 */
export function createKeyDecoder(): KeyDecoder {
  const utf8 = createUtf8Decoder();
  let rest = "";
  let paste: ReturnType<typeof createPasteBody> | undefined;
  let string: { introducer: string; text: string } | undefined;

  function read(input: string): InputEvent[] {
    const events: InputEvent[] = [];
    let at = 0;
    while (at < input.length) {
      const step = paste ? readPaste(input, at) : string ? readString(input, at) : readOne(input, at);
      if (step === undefined) break;
      if (step.event) events.push(step.event);
      if (step.opens === "paste") paste = createPasteBody();
      else if (step.opens !== undefined) string = { introducer: step.opens, text: "" };
      at = step.next;
    }
    rest = input.slice(at);
    return events;
  }

  function readPaste(input: string, at: number): Step | undefined {
    if (paste === undefined) return undefined;
    const { next, done } = paste.take(input, at);
    if (!done) return next === at ? undefined : { next };
    const event = paste.event();
    paste = undefined;
    return { next, event };
  }

  function readString(input: string, at: number): Step | undefined {
    if (string === undefined) return undefined;
    const end = indexOfControl(input, at);
    string.text = (string.text + input.slice(at, end)).slice(0, longestString);
    if (end === input.length) return { next: end };
    const next = input[end] === esc ? input[end + 1] : undefined;
    if (input[end] === esc && next === undefined) return end === at ? undefined : { next: end };
    const { introducer, text } = string;
    string = undefined;
    if (next === "\\") return { next: end + 2, event: eventOfControlString(introducer, text) };
    if (input[end] === "\u0007" || input[end] === "\u009c")
      return { next: end + 1, event: eventOfControlString(introducer, text) };
    // Another sequence, or a key such as Ctrl+C, interrupts this one and must not be lost.
    return { next: end, event: reply("unknown") };
  }

  function resolveRest(): InputEvent[] {
    const events: InputEvent[] = [];
    let left = rest;
    rest = "";
    while (left.startsWith(esc + esc)) {
      events.push(namedKey("esc"));
      left = left.slice(1);
    }
    if (left === "") return events;
    if (left === esc) events.push(namedKey("esc"));
    else if (!left.startsWith(esc)) events.push(characterKey("\ufffd"));
    else if (left.length === 2) events.push(withAlt(keyOfCharacter(left.slice(1).toWellFormed())));
    else events.push(reply("unknown"));
    return events;
  }

  return {
    push(chunk) {
      return read(rest + (typeof chunk === "string" ? chunk : utf8.push(chunk)));
    },
    flush() {
      const events = read(rest + utf8.flush());
      if (paste) {
        events.push(paste.event(rest));
        rest = "";
      } else if (string) {
        events.push(reply("unknown"));
        rest = "";
      } else {
        events.push(...resolveRest());
      }
      paste = undefined;
      string = undefined;
      return events;
    },
    get pending() {
      if (paste) return "paste";
      if (string) return "sequence";
      if (utf8.isPending) return "sequence";
      if (rest === "") return "nothing";
      const escapes = rest.lastIndexOf(esc) + 1;
      // Alt with one of the two characters that begin an arrow's sequence is rare.
      const isOpen = rest[escapes] === "[" || rest[escapes] === "O";
      return escapes > 0 && rest.length <= escapes + 1 && !isOpen ? "escape" : "sequence";
    },
  };
}

function readOne(input: string, at: number): Step | undefined {
  const code = input.codePointAt(at) ?? 0;
  if (code === 0x1b) return readEscape(input, at);
  const character = characterAt(input, at);
  if (character === undefined) return undefined;
  const next = at + character.length;
  // C1 controls are not keys; UTF-8 terminals do not send them.
  if (code >= 0x80 && code < 0xa0) return { next };
  return { next, event: keyOfCharacter(character.toWellFormed()) };
}

function keyOfCharacter(character: string): KeyEvent {
  return character < " " || character === "\u007f" ? eventOfControl(character) : characterKey(character);
}

/**
 * Returns the character at an index, or undefined if the input ends after the first half of a surrogate pair.
 */
function characterAt(input: string, at: number): string | undefined {
  const code = input.codePointAt(at) ?? 0;
  const isHalf = code >= 0xd800 && code <= 0xdbff && at + 1 === input.length;
  return isHalf ? undefined : input.slice(at, at + (code > 0xffff ? 2 : 1));
}

function readEscape(input: string, at: number): Step | undefined {
  const second = input[at + 1];
  const third = input[at + 2];
  if (second === undefined) return undefined;
  if (second === esc) {
    if (third === undefined) return undefined;
    if (third !== "[" && third !== "O") return { next: at + 1, event: namedKey("esc") };
    // rxvt and macOS Terminal send Alt with an arrow as an escape before the sequence of the arrow.
    const inner = readEscape(input, at + 1);
    if (inner === undefined) return undefined;
    const isSequence = inner.event?.type === "key" && inner.next > at + 3;
    return isSequence && inner.event?.type === "key"
      ? { next: inner.next, event: withAlt(inner.event) }
      : { next: at + 1, event: namedKey("esc") };
  }
  if (second === "[") return readCsi(input, at);
  if (second === "O") return readSs3(input, at);
  if (second === "]" || second === "P" || second === "_") {
    if (third === undefined) return undefined;
    const answers = { "]": /[0-9lL]/u, P: /[0-9>!=$+|]/u, _: /G/u }[second];
    if (answers.test(third)) return { next: at + 2, opens: second };
  }
  const character = characterAt(input, at + 1);
  if (character === undefined) return undefined;
  return { next: at + 1 + character.length, event: withAlt(keyOfCharacter(character.toWellFormed())) };
}

function readCsi(input: string, at: number): Step | undefined {
  const start = at + 2;
  if (input[start] === "[") return readLinuxFunctionKey(input, at);
  let end = start;
  while (end - start <= longestSequence && isBetween(input, end, "0", "?")) end += 1;
  // rxvt ends shifted keys with `$`; in all other sequences `$` precedes the final character.
  const isRxvtShift = input[end] === "$" && /^\d+$/u.test(input.slice(start, end));
  if (!isRxvtShift) {
    while (end - start <= longestSequence && isBetween(input, end, " ", "/")) end += 1;
  }
  if (end - start > longestSequence) return { next: end, event: reply("unknown") };
  const final = input[end];
  if (final === undefined) return undefined;
  if (!isRxvtShift && !isBetween(input, end, "@", "~"))
    return end === start
      ? { next: start, event: withAlt(characterKey("[")) }
      : { next: end, event: reply("unknown") };
  const parameters = input.slice(start, end);
  const next = end + 1;
  if (input.startsWith(pasteStart, at)) return { next, opens: "paste" };
  // The end mark of a paste that timed out.
  if (parameters === pasteEndParameter && final === "~") return { next, event: reply("unknown") };
  if (parameters === "" && final === "M") return readOldMouse(input, next);
  return { next, event: eventOfCsi(parameters, final) };
}

/** Reads a function key of the Linux console, which sends F1 to F5 as `ESC [ [ A` to `ESC [ [ E`. */
function readLinuxFunctionKey(input: string, at: number): Step | undefined {
  const letter = input[at + 3];
  if (letter === undefined) return undefined;
  if (!isBetween(input, at + 3, "A", "E")) return { next: at + 2, event: withAlt(characterKey("[")) };
  return { next: at + 4, event: namedKey(`f${letter.charCodeAt(0) - 0x40}`) };
}

/**
 * Reads a mouse report of a terminal without SGR reports: three characters after `ESC [ M`, each 32 more than
 * its value.
 */
function readOldMouse(input: string, at: number): Step | undefined {
  if (input.length < at + 3) return undefined;
  const [bits = 0, column = 0, row = 0] = [0, 1, 2].map((offset) => input.charCodeAt(at + offset) - 32);
  // A column or row past 223 does not fit into a byte of this encoding.
  const fits = column <= 223 && row <= 223;
  return { next: at + 3, event: fits ? mouseEvent(bits, column, row, false) : undefined };
}

function readSs3(input: string, at: number): Step | undefined {
  let end = at + 2;
  while (isBetween(input, end, "0", ";") && end - at < 8) end += 1;
  const final = input[end];
  if (final === undefined) return undefined;
  const event = eventOfSs3(input.slice(at + 2, end), final);
  return event === undefined ? { next: at + 2, event: withAlt(characterKey("O")) } : { next: end + 1, event };
}

function withAlt(event: KeyEvent): KeyEvent {
  return { ...event, text: "", alt: true };
}

function isBetween(input: string, at: number, low: string, high: string): boolean {
  const character = input[at];
  return character !== undefined && character >= low && character <= high;
}

/**
 * Returns the index of the first C0 control or string terminator (U+009C) from `at`, or the length of the
 * input.
 */
function indexOfControl(input: string, at: number): number {
  for (let index = at; index < input.length; index += 1) {
    const code = input.charCodeAt(index);
    if (code < 0x20 || code === 0x9c) return index;
  }
  return input.length;
}
