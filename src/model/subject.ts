import { type Fields, fieldsOf, nameIn, partOf } from "./payload-fields.ts";

/** Maximum length of a subject in UTF-16 units, so that rows stay narrow. */
const maxSubjectLength = 120;

/** Displayed characters of a commit SHA. */
const shaLength = 7;

/**
 * Returns a short summary of an event's change: `main@9a53552`, `#1 Fix the license`, `moved to me/new`; null if the
 * payload names none. Runs for every delivery before the response. The text quotes the payload.
 */
export function subjectOf(payload: Fields): string | null {
  const subject = refsIn(payload) ?? discussionIn(payload) ?? moveIn(payload) ?? configIn(payload);
  return subject === null ? null : shortSubject(subject);
}

/** Cuts a subject to its stored length, without half a surrogate pair at the end. */
export function shortSubject(text: string): string {
  const start = text.slice(0, maxSubjectLength);
  return start.length < text.length && /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** Kinds of refs by the start of their names. */
const refKinds = [
  { start: "refs/heads/", kind: "branch", prefix: "" },
  { start: "refs/tags/", kind: "tag", prefix: "tag " },
  { start: "refs/", kind: "ref", prefix: "" },
];

/** Names the first updated ref and counts the others. */
function refsIn(payload: Fields): string | null {
  const refs = Object.hasOwn(payload, "updatedRefs") ? payload["updatedRefs"] : null;
  if (!Array.isArray(refs)) return null;
  const first = fieldsOf(refs[0]);
  const ref = nameIn(first, "ref");
  if (ref === null) return null;
  const { start, kind, prefix } = refKinds.find((one) => ref.startsWith(one.start)) ?? {
    start: "",
    kind: "ref",
    prefix: "",
  };
  const name = clean(ref.slice(start.length));
  const newSha = nameIn(first, "newSha");
  const isNew = nameIn(first, "oldSha") === null;
  const change =
    newSha === null
      ? `deleted ${kind} ${name}`
      : `${isNew ? `new ${kind} ` : prefix}${name}@${clean(newSha.slice(0, shaLength))}`;
  return refs.length === 1 ? change : `${change} +${refs.length - 1}`;
}

/** Returns number, title and status of a discussion, and the text of a comment. */
function discussionIn(payload: Fields): string | null {
  const discussion = partOf(payload, "discussion");
  const number = Object.hasOwn(discussion, "num") ? discussion["num"] : null;
  // Parsing changes the digits of larger numbers.
  if (typeof number !== "number" || !Number.isSafeInteger(number)) return null;
  const title = nameIn(discussion, "title");
  const status = nameIn(discussion, "status");
  const comment = nameIn(partOf(payload, "comment"), "content");
  const parts = [
    `${discussion["isPullRequest"] === true ? "PR " : ""}#${number}`,
    title === null ? "" : ` ${clean(title)}`,
    status === null || status === "open" ? "" : ` · ${clean(status)}`,
    comment === null ? "" : ` · ${clean(comment)}`,
  ];
  return parts.join("");
}

function moveIn(payload: Fields): string | null {
  const name = nameIn(partOf(payload, "movedTo"), "name");
  return name === null ? null : `moved to ${clean(name)}`;
}

function configIn(payload: Fields): string | null {
  const config = partOf(payload, "updatedConfig");
  const isPrivate = Object.hasOwn(config, "private") ? config["private"] : null;
  return typeof isPrivate === "boolean" ? `made ${isPrivate ? "private" : "public"}` : null;
}

/**
 * Puts the beginning of a text on one line; the text may be megabytes long. Single spaces do not match: replacing
 * each of them by itself takes half of the time of `subjectOf`.
 */
function clean(text: string): string {
  return shortSubject(text)
    .replaceAll(/\s{2,}|[^\S ]/g, " ")
    .trim();
}
