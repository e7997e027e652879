import type { TestResult } from "../../../engine/webhook-test.ts";
import { exitCodes, UsageError } from "../../../model/errors.ts";
import { type EventName, isKnownEvent } from "../../../model/event.ts";
import { missReason, missText } from "../../../model/missed-webhook.ts";
import { fieldsOf } from "../../../model/payload-fields.ts";
import { namesOf } from "../../../model/payload-names.ts";
import { firstEvent, firstRepo } from "../../../model/test-delivery.ts";
import { formatWatchedItem, parseRepo, type WatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { redactUrl } from "../../../text/credential-names.ts";
import { duration } from "../../../text/duration.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { bodyJson, bodyLines } from "../../output/detail.ts";
import { canAsk } from "../../streams.ts";
import { confirm } from "../confirm.ts";
import { type JsonObject, readChanges, readEvent, readPayloadFile } from "../event-options.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { idHelp } from "./id-help.ts";

/** Bytes of the response body that are printed for a person. */
const shownBytes = 2_000;

export const test = command("webhooks test <id>", {
  description:
    "Send a synthetic event from this machine to the URL of a webhook, marked with X-Hooklens-Test: 1. The hub " +
    "is not involved and does not know about it. Asks first; requires --yes without a terminal",
  arguments: { "<id>": idHelp },
  options: {
    "--event <scope.action>": "event of the test (default: the first that the webhook wants)",
    "--repo <type:owner/name>": "repo of the event (default: the first that the webhook watches)",
    "--set <path=value>": {
      about: "change the payload: discussion.title=Hello (repeatable)",
      repeatable: true,
    },
    "--payload <file>": "use this JSON file instead of the synthetic payload",
    "--with-secret": "also send the secret of the webhook",
    "-y, --yes": "do not ask",
  },
  help: `
The exit code is 0 after a 2xx response, else 1. Redirects are shown, not followed.

Examples:
  hooklens webhooks test 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks test 65f1c0ffee65f1c0ffee65f1 --event discussion.create --set discussion.num=7
  hooklens webhooks test 65f1c0ffee65f1c0ffee65f1 --with-secret --yes --format json | jq .status`,
  async run({ settings, output, streams, print }, { id: typed, ...options }) {
    const { yes = false, withSecret = false } = options;
    if (!yes && !canAsk(streams)) {
      throw new UsageError({
        what: `webhook ${typed} was not tested`,
        why: "there is no terminal to ask on",
        hint: "Add --yes to send the test without asking",
      });
    }
    const { isAccepted, sendTest, testRequest } = await import("../../../engine/webhook-test.ts");
    const payload = options.payload === undefined ? null : readPayloadFile(options.payload);
    const set = readChanges(options.set);
    return useHub({ settings, output }, async ({ client }) => {
      const id = await findWebhookId(client, typed, settings);
      const webhook = await client.getWebhook(id);
      const { event, repo } = eventOf(webhook, options, payload);
      const request = testRequest({
        webhook,
        endpoint: client.endpoint,
        event,
        repo,
        set,
        ...(payload === null ? {} : { payload }),
        withSecret,
      });
      const name = v`${event.scope}.${event.action} of ${formatWatchedItem(repo)}`;
      const missed = missReason(webhook, { scope: event.scope, repo });
      if (missed !== null) {
        output.note(
          v`The hub would not send this: webhook ${id} ${missText(missed, { scope: event.scope, repo })}.`,
        );
      }
      if (!yes) {
        const agreed = await confirm(
          streams,
          v`Send ${name} to ${new URL(request.target).host}, ${withSecret ? "with its secret" : "without a secret"}? hooklens sends it from this machine. The hub does not know about it.`,
        );
        if (!agreed) {
          output.note(v`Nothing was sent.`);
          return exitCodes.failed;
        }
      }
      const result = await sendTest(request);
      await print({
        table: () => [
          v`POST ${redactUrl(request.target)}, a test of ${name}`,
          ...resultLines(result, isAccepted(result)),
        ],
        json: () => testJson(id, event, repo, withSecret, result),
        quiet: () => (result.status === null ? [] : [result.status]),
      });
      const isRefused = result.status === 401 || result.status === 403;
      if (isRefused && !withSecret && (webhook.secret ?? "") !== "") {
        output.note(v`The webhook's secret was not sent. Add --with-secret to send it.`);
      }
      return isAccepted(result) ? exitCodes.done : exitCodes.failed;
    });
  },
});

/** Returns the event and the repo of a test: from the options, else from the payload, else from the webhook. */
function eventOf(
  webhook: Webhook,
  options: { readonly event?: string; readonly repo?: string },
  payload: JsonObject | null,
): { readonly event: EventName; readonly repo: WatchedItem } {
  const named = namesOf(fieldsOf(payload));
  const event = named.event !== null && isKnownEvent(named.event) ? named.event : null;
  return {
    event: options.event === undefined ? (event ?? firstEvent(webhook)) : readEvent(options.event),
    repo: options.repo === undefined ? (named.repo ?? firstRepo(webhook, "me")) : parseRepo(options.repo),
  };
}

function resultLines(result: TestResult, accepted: boolean): readonly (Line | Visible)[] {
  const { status, error, durationMs, location, headers, body, truncated } = result;
  const took = v` in ${duration(durationMs)}`;
  if (status === null) return [line(span(v`no response: ${error ?? "unknown"}`, "error"), span(took))];
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  // `stream` drops an incomplete character at the end.
  const start = new TextDecoder().decode(body.subarray(0, shownBytes), { stream: true });
  const isCut = truncated || body.length > shownBytes;
  return [
    line(
      span(v`${status}`, accepted ? "ok" : "error"),
      span(took),
      ...(type === null ? [] : [span(v`, ${type}`)]),
    ),
    ...(location === null ? [] : [v`redirects to ${location}, not followed`]),
    ...(body.length === 0 ? [] : bodyLines(isCut ? Buffer.from(start) : body)),
    ...(isCut ? [v`  … only the first ${count(Math.min(body.length, shownBytes))} bytes are shown`] : []),
  ];
}

function testJson(
  webhookId: string,
  event: EventName,
  repo: WatchedItem,
  secretSent: boolean,
  { body, ...result }: TestResult,
): Record<string, unknown> {
  const answer = result.status === null ? {} : bodyJson(body);
  return { webhookId, event, repo, secretSent, ...result, ...answer };
}
