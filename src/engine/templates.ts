import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { NotFoundError, UsageError } from "../model/errors.ts";
import { type EventName, isKnownEvent } from "../model/event.ts";
import { fieldsOf } from "../model/payload-fields.ts";
import { namesOf } from "../model/payload-names.ts";
import type { WatchedItem } from "../model/watched-item.ts";
import { fileError, statFile } from "../store/file-error.ts";
import { parseExactJson } from "../text/exact-json.ts";

/** Payload of a triggerable event, with its event and repo. */
export interface Template {
  readonly event: EventName;
  readonly repo: WatchedItem;
  readonly payload: Readonly<Record<string, unknown>>;
}

const ending = ".json";

function templatesDir(dataDir: string): string {
  return join(dataDir, "templates");
}

/** Returns the names of the templates of a data directory, sorted. */
export function listTemplates(dataDir: string): readonly string[] {
  try {
    return readdirSync(templatesDir(dataDir))
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length))
      .toSorted();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw fileError(error, templatesDir(dataDir));
  }
}

/**
 * Saves a payload as a template.
 * @throws {UsageError} the name is invalid or taken, or the payload is not one of an event
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function saveTemplate(dataDir: string, name: string, body: Uint8Array): void {
  assertName(name);
  const { payload } = asTemplate(Buffer.from(body).toString("utf8"), "this delivery");
  const file = join(templatesDir(dataDir), `${name}${ending}`);
  let isPlaced: boolean;
  try {
    mkdirSync(templatesDir(dataDir), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify(payload, null, 2)}\n`;
    isPlaced = writeFileAtomic(file, text, { mode: 0o600, replace: false });
  } catch (error) {
    throw fileError(error, file);
  }
  if (!isPlaced) {
    throw new UsageError({
      what: `a template "${name}" exists`,
      hint: "Choose another name, or delete its file",
    });
  }
}

/** @throws {NotFoundError | UsageError} there is no such template, or its file is not a payload of an event */
export function readTemplate(dataDir: string, name: string): Template {
  assertName(name);
  const file = join(templatesDir(dataDir), `${name}${ending}`);
  let text: string;
  try {
    statFile(file);
    text = readTextWithin(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw fileError(error, file);
    throw new NotFoundError({
      what: `the template "${name}" does not exist`,
      hint: "Run hooklens trigger --templates to list the templates",
    });
  }
  return asTemplate(text, file);
}

/**
 * Reads a payload with its event and repo.
 * @param from name of the source for the error
 * @throws {UsageError}
 */
function asTemplate(text: string, from: string): Template {
  const fail = (why: string) =>
    new UsageError({ what: `${from} cannot be a template`, why, hint: "Choose a payload of the Hub" });
  let payload: unknown;
  try {
    payload = parseExactJson(text);
  } catch {
    throw fail("its body is not JSON");
  }
  const { event, repo } = namesOf(fieldsOf(payload));
  if (typeof payload !== "object" || payload === null || event === null || !isKnownEvent(event)) {
    throw fail("it names no known event");
  }
  if (repo === null) throw fail("it names no repo");
  return { event, repo, payload: { ...payload } };
}

function assertName(name: string): void {
  if (/^\w[\w.-]{0,63}$/.test(name)) return;
  throw new UsageError({
    what: `"${name}" is not a name for a template`,
    hint: "Use up to 64 letters, digits, dots, underscores and dashes",
  });
}
