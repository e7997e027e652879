import { readTextWithin } from "../../files/read-file.ts";
import { errorText, UsageError } from "../../model/errors.ts";
import { type EventName, isKnownEvent, knownEventNames, parseEventName } from "../../model/event.ts";
import { parseAssignment, type PayloadChanges } from "../../model/payload-changes.ts";
import { isJsonContainer, parseExactJson } from "../../text/exact-json.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads `SCOPE.ACTION` of a documented event. @throws {UsageError} */
export function readEvent(text: string): EventName {
  const event = parseEventName(text);
  if (event !== null && isKnownEvent(event)) return event;
  throw new UsageError({
    what: `"${text}" is not an event`,
    hint: `Use one of ${knownEventNames().join(", ")}`,
  });
}

/** Reads the values of `--set`. @throws {UsageError} one is not `path=value` */
export function readChanges(texts: readonly string[] | undefined): PayloadChanges {
  return Object.fromEntries((texts ?? []).map(parseAssignment));
}

/** Reads a file with one JSON object. @throws {UsageError} */
export function readPayloadFile(file: string): JsonObject {
  try {
    return asObject(parseExactJson(readTextWithin(file)), file);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError({
      what: `the payload file ${file} cannot be used`,
      why: errorText(cause),
      hint: "Give a file with one JSON object",
      cause,
    });
  }
}

/** Returns a parsed JSON object. @param from name of the source for the error @throws {UsageError} */
export function asObject(value: unknown, from: string): JsonObject {
  if (isJsonContainer(value) && !Array.isArray(value)) return { ...value };
  throw new UsageError({ what: `${from} is not a JSON object`, hint: 'A payload is an object: {"repo": …}' });
}
