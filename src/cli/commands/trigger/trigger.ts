import { setTimeout as sleep } from "node:timers/promises";
import { listTemplates, readTemplate } from "../../../engine/templates.ts";
import type { TriggerPreview, TriggerRequest, TriggerResult } from "../../../hub/client.ts";
import { UsageError } from "../../../model/errors.ts";
import { missText } from "../../../model/missed-webhook.ts";
import { formatWatchedItem, parseRepo } from "../../../model/watched-item.ts";
import { parseExactJson } from "../../../text/exact-json.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { readCount, readRate, readSeq } from "../../command-line/number-argument.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import { bodyLines } from "../../output/detail.ts";
import type { Views } from "../../output/formats.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { type LogReading, readDelivery } from "../deliveries/log.ts";
import { asObject, type JsonObject, readChanges, readEvent, readPayloadFile } from "../event-options.ts";
import { useHub } from "../use-hub.ts";

const triggerOptions = {
  "--repo <type:owner/name>": "repo of the event",
  "--template <name>": "trigger the event of a saved template with its payload",
  "--templates": "list the saved templates",
  "--set <path=value>": {
    about: "change the payload: discussion.title=Hello (repeatable)",
    repeatable: true,
  },
  "--payload <file>": "use this JSON file instead of the synthetic payload",
  "--from <seq>": "use the payload of this delivery in the log",
  "--count <n>": "number of events (default 1)",
  "--rate <n/s>": "maximum events per second",
  "--dry-run": "print the payload and the webhooks it would reach, send nothing",
} as const;
type TriggerOptions = OptionValues<typeof triggerOptions>;

export const trigger = command("trigger [scope.action]", {
  description:
    "Trigger an event on a local hub, which sends a payload to every webhook that watches the repo",
  arguments: {
    "[scope.action]": "event: repo.create, repo.content.update, discussion.comment.create, …",
  },
  options: triggerOptions,
  help: `
Without a template, the event and --repo are required; with one, they replace those of the template.
The value of --set is JSON if it parses as JSON, else text.

Examples:
  hooklens trigger repo.content.update --repo dataset:me/corpus
  hooklens trigger discussion.create --repo model:me/net --set discussion.title='Wrong labels'
  hooklens trigger discussion.create --repo model:me/net --set discussion.num=7 --dry-run
  hooklens trigger --template push-to-main
  hooklens trigger repo.update --repo dataset:me/corpus --count 100 --rate 10/s`,
  async run({ settings, output, print, flags, format }, { "scope.action": eventText, ...options }) {
    if (options.templates === true) {
      const names = listTemplates(storeLocation(settings).dataDir);
      await print({ table: () => names.map((name) => v`${name}`), json: () => names, quiet: () => names });
      if (names.length === 0) output.note(v`There are no templates. The app saves one from a delivery.`);
      return;
    }
    const request = await readRequest(eventText, options, { settings, output });
    const count = options.count === undefined ? 1 : readCount(options.count, "--count");
    const everyMs = options.rate === undefined ? 0 : readRate(options.rate);
    await useHub({ settings, output }, async ({ client, running }) => {
      if (options.dryRun === true) {
        await print(previewViews(request, await client.previewTrigger(request)));
        return;
      }
      const dispatches: TriggerResult["dispatches"][number][] = [];
      const startedMs = performance.now();
      for (let index = 0; index < count; index++) {
        // Computed from the start: slow calls do not lower the rate.
        const waitMs = startedMs + index * everyMs - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        dispatches.push(...(await client.trigger(request)).dispatches);
      }
      // The table only confirms the triggers. Other formats list the dispatches.
      if (flags.quiet === true && format === "table") return;
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
  },
});

/** Formats the preview of a trigger: reached webhooks, missed webhooks, payload. */
function previewViews(
  { scope, action, repo }: TriggerRequest,
  { payload, reached, missed, others }: TriggerPreview,
): Views {
  const name = v`${scope}.${action} on ${formatWatchedItem(repo)}`;
  return {
    table: () => [
      v`Would trigger ${name} for ${plural(reached.length, "webhook")}:`,
      ...reached.map(
        ({ webhookId, overQuota }) =>
          v`  to webhook ${webhookId}${overQuota ? ", over its quota: not sent" : ""}`,
      ),
      ...missed.map(
        ({ webhookId, reason }) => v`  not to webhook ${webhookId}: it ${missText(reason, { scope, repo })}`,
      ),
      ...(others === 0 ? [] : [v`  not to ${plural(others, "other webhook")}, watching something else`]),
      v`Payload:`,
      ...bodyLines(Buffer.from(JSON.stringify(payload))),
      v`Nothing was sent.`,
    ],
    json: () => ({ dryRun: true, scope, action, repo, reached, missed, others, payload }),
    quiet: () => reached.map(({ webhookId }) => webhookId),
  };
}

async function readRequest(
  eventText: string | undefined,
  options: TriggerOptions,
  reading: LogReading,
): Promise<TriggerRequest> {
  const sources = [options.payload, options.from, options.template].filter((each) => each !== undefined);
  if (sources.length > 1) {
    throw new UsageError({
      what: "--payload, --from and --template cannot be combined",
      hint: "Give only one",
    });
  }
  const template =
    options.template === undefined
      ? null
      : readTemplate(storeLocation(reading.settings).dataDir, options.template);
  const event = eventText === undefined ? template?.event : readEvent(eventText);
  const repo = options.repo === undefined ? template?.repo : parseRepo(options.repo);
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
        ? await loggedPayload(readSeq(options.from), reading)
        : (template?.payload ?? null);
  return {
    ...event,
    repo,
    ...(options.set === undefined ? {} : { set: readChanges(options.set) }),
    ...(payload === null ? {} : { payload }),
  };
}

async function loggedPayload(seq: number, reading: LogReading): Promise<JsonObject> {
  const { body } = await readDelivery(reading, seq);
  try {
    return asObject(parseExactJson(Buffer.from(body).toString("utf8")), `delivery ${seq}`);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new UsageError({
      what: `the body of delivery ${seq} is not JSON`,
      hint: "Choose another delivery",
      cause,
    });
  }
}
