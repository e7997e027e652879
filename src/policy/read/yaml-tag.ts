import type { Event, EVENT_ID } from "js-yaml";
import { quoted } from "../quoted.ts";
import { breakOff } from "./unreadable.ts";
import { plainValue, yamlNumber } from "./yaml-scalar.ts";

type DocumentEvent = Extract<Event, { type: typeof EVENT_ID.DOCUMENT }>;

/** Where a tag is written, and the kind of node it is on. */
interface TagUse {
  readonly tagStart: number;
  readonly tagEnd: number;
}

const core = "tag:yaml.org,2002:";

/** The full name of a tag as it is written: `!!str` is `tag:yaml.org,2002:str`, unless the document declares `!!` otherwise. */
function fullName(written: string, document: DocumentEvent): string {
  if (written.startsWith("!<")) return written.slice(2, -1);
  const handle = /^!(?:[\w-]*!)?/.exec(written)?.[0] ?? "!";
  const declared = document.directives.find((each) => each.kind === "tag" && each.handle === handle);
  const prefix = declared?.kind === "tag" ? declared.prefix : handle === "!!" ? core : handle;
  return prefix + written.slice(handle.length);
}

function refuse(written: string, use: TagUse): never {
  const hint = "a policy holds text, numbers, true and false, lists and mappings: remove the tag";
  breakOff(use.tagStart, use.tagEnd, `the tag ${quoted(written)} does not fit here`, hint);
}

/** @throws {Unreadable} for a tag that does not name the kind of collection it stands on */
export function checkCollectionTag(
  text: string,
  use: TagUse,
  document: DocumentEvent,
  kind: "map" | "seq",
): void {
  const written = text.slice(use.tagStart, use.tagEnd);
  if (written !== "!" && fullName(written, document) !== core + kind) refuse(written, use);
}

/**
 * The value of a text with a tag of the core schema.
 * @throws {Unreadable} for any other tag, or one the text does not fit
 */
export function taggedValue(
  text: string,
  use: TagUse,
  document: DocumentEvent,
  scalar: string,
): string | number | boolean | null {
  const written = text.slice(use.tagStart, use.tagEnd);
  const name = fullName(written, document);
  if (written === "!" || name === `${core}str`) return scalar;
  const plain = plainValue(scalar);
  if (name === `${core}null` && plain === null) return null;
  if (name === `${core}bool` && typeof plain === "boolean") return plain;
  const number = yamlNumber(scalar);
  if (name === `${core}float` && number !== null) return number;
  if (name === `${core}int` && Number.isInteger(number)) return number;
  refuse(written, use);
}
