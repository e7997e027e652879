import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { listTemplates, readTemplate } from "../../../engine/templates.ts";
import type { TriggerRequest, TriggerResult } from "../../../hub/client.ts";
import { UsageError, errorText } from "../../../model/errors.ts";
import { type EventName, isKnownEvent, knownEventNames, parseEventName } from "../../../model/event.ts";
import { formatWatchedItem, parseWatchedItem, type WatchedItem } from "../../../model/watched-item.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount, readRate, readSeq } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { readDelivery } from "../deliveries/log.ts";
import { useHub } from "../use-hub.ts";

/** Options of `trigger`, as typed. */
interface TriggerOptions {
  readonly repo?: string;
  readonly template?: string;
  readonly templates?: boolean;
  readonly set?: readonly string[];
  readonly payload?: string;
  readonly from?: string;
  readonly count?: string;
  readonly rate?: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Runs `trigger SCOPE.ACTION`. */
export async function trigger(
  { settings, output, print }: Invocation,
  eventText: string | undefined,
  options: TriggerOptions,
): Promise<void> {
  if (options.templates === true) {
    const names = listTemplates(storeLocation(settings).dataDir);
    await print({ table: () => names.map((name) => v`${name}`), json: () => names, quiet: () => names });
    if (names.length === 0) output.note(v`There are no templates. The app saves one from a delivery.`);
    return;
  }
  const request = await readRequest(eventText, options, storeLocation(settings));
  const count = options.count === undefined ? 1 : readCount(options.count, "--count");
  const everyMs = options.rate === undefined ? 0 : readRate(options.rate);
  await useHub({ settings, output }, async ({ client, running }) => {
    const dispatches: TriggerResult["dispatches"][number][] = [];
    const startedMs = performance.now();
    for (let index = 0; index < count; index++) {
      // Computed from the start, so that slow calls do not lower the rate.
      const waitMs = startedMs + index * everyMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      dispatches.push(...(await client.trigger(request)).dispatches);
    }
    const { scope, action, repo } = request;
    await print({
      table: () => [
        v`${scope}.${action} on ${formatWatchedItem(repo)}${count === 1 ? "" : ` x ${count}`}: ${plural(dispatches.length, "dispatch", "dispatches")}`,
        ...dispatches.map(
          ({ id, webhookId, overQuota }) =>
            v`  ${id} to webhook ${webhookId}${overQuota ? ", over its quota: not sent" : ""}`,
        ),
        ...(dispatches.length === 0 ? [v`  No enabled webhook watches this repo for this event.`] : []),
        ...(dispatches.length > 0 && !running ? [v`  The dispatches wait until hooklens hub runs.`] : []),
      ],
      json: () => ({ scope, action, repo, count, dispatches }),
      quiet: () => dispatches.map(({ id }) => id),
    });
  });
}

async function readRequest(
  eventText: string | undefined,
  options: TriggerOptions,
  location: StoreLocation,
): Promise<TriggerRequest> {
  const sources = [options.payload, options.from, options.template].filter((each) => each !== undefined);
  if (sources.length > 1) {
    throw new UsageError({
      what: "--payload, --from and --template cannot be combined",
      hint: "Give only one",
    });
  }
  const template = options.template === undefined ? null : readTemplate(location.dataDir, options.template);
  const event = eventText === undefined ? template?.event : readEvent(eventText);
  const repo = options.repo === undefined ? template?.repo : readRepo(options.repo);
  if (event === undefined || repo === undefined) {
    throw new UsageError({
      what: event === undefined ? "there is no event to trigger" : "there is no repo of the event",
      hint: "Run hooklens trigger repo.content.update --repo dataset:me/corpus, or use --template",
    });
  }
  const payload =
    options.payload !== undefined
      ? readPayloadFile(options.payload)
      : options.from !== undefined
        ? await loggedPayload(readSeq(options.from), location)
        : (template?.payload ?? null);
  return {
    ...event,
    repo,
    ...(options.set === undefined ? {} : { set: Object.fromEntries(options.set.map(readAssignment)) }),
    ...(payload === null ? {} : { payload }),
  };
}

function readEvent(text: string): EventName {
  const event = parseEventName(text);
  if (event !== null && isKnownEvent(event)) return event;
  throw new UsageError({
    what: `"${text}" is not an event`,
    hint: `Use one of ${knownEventNames().join(", ")}`,
  });
}

function readRepo(text: string): WatchedItem {
  const repo = parseWatchedItem(text);
  if (repo.name.includes("/")) return repo;
  throw new UsageError({
    what: `"${text}" is not a repo`,
    hint: `Write type:owner/name, for example dataset:${repo.name}/corpus`,
  });
}

/** Parses `path=value`; the value is JSON if it parses as JSON, else text. */
function readAssignment(text: string): readonly [path: string, value: unknown] {
  const equals = text.indexOf("=");
  if (equals < 1) {
    throw new UsageError({
      what: `"${text}" is not an assignment`,
      hint: "Write path=value, for example --set discussion.title=Hello",
    });
  }
  const value = text.slice(equals + 1);
  try {
    return [text.slice(0, equals), JSON.parse(value)];
  } catch {
    // Not JSON.
    return [text.slice(0, equals), value];
  }
}

function readPayloadFile(file: string): JsonObject {
  try {
    return asObject(JSON.parse(readFileSync(file, "utf8")), file);
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

async function loggedPayload(seq: number, location: StoreLocation): Promise<JsonObject> {
  const { body } = await readDelivery(location, seq);
  try {
    return asObject(JSON.parse(Buffer.from(body).toString("utf8")), `delivery ${seq}`);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new UsageError({
      what: `the body of delivery ${seq} is not JSON`,
      hint: "Choose another delivery",
      cause,
    });
  }
}

function asObject(value: unknown, from: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError({ what: `${from} is not a JSON object`, hint: 'A payload is an object: {"repo": …}' });
}
