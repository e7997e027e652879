import type { HubClient } from "../../../hub/client.ts";
import { webhookPage } from "../../../hub/endpoint.ts";
import { NotLocalHubError } from "../../../hub/errors.ts";
import type { Dispatch, DispatchAttempt, DispatchDetail } from "../../../model/dispatch.ts";
import { exitCodes } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { dispatchTable, dispatchTone } from "../../../tables/dispatches.ts";
import { eventText, repoText } from "../../../tables/values.ts";
import { reasonOfCode } from "../../../text/connection-reason.ts";
import { parseExactJson } from "../../../text/exact-json.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount } from "../../command-line/number-argument.ts";
import { attemptLine, bodyLines, part, replyJson, replyLines, section } from "../../output/detail.ts";
import { printer } from "../../output/formats.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { listFormats, printDeliveries } from "../deliveries/ls.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { dispatchHelp, idHelp } from "./id-help.ts";

const tableLimit = 50;
const pageRows = 200;

export const activity = command("webhooks activity <id> [dispatch]", {
  description:
    "List the dispatches of a webhook, newest first, or show one with its payload and attempts. " +
    "On a hub that does not list dispatches, list the deliveries in the log of this data directory.",
  arguments: { "<id>": idHelp, "[dispatch]": "ID of a dispatch" },
  options: { "--limit <n>": "maximum number of dispatches (default: 50 in a table, else all)" },
  help: `
Examples:
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 12
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 --format json | jq '.[] | select(.state == "dead")'`,
  run: (invocation, { id, dispatch, limit }) =>
    dispatch === undefined ? showActivity(invocation, id, limit) : showDispatch(invocation, id, dispatch),
});

/** Prints the dispatches, or the deliveries in the log if the hub does not list dispatches. */
async function showActivity(
  invocation: Invocation,
  typed: string,
  limitText: string | undefined,
): Promise<void> {
  const { settings, output, format, print } = invocation;
  const limit = limitText === undefined ? null : readCount(limitText, "--limit");
  await useHub({ settings, output, creates: false }, async ({ client }) => {
    const id = await findWebhookId(client, typed, settings);
    const most = limit ?? (format === "table" ? tableLimit : Number.POSITIVE_INFINITY);
    const dispatches = await newest(client, id, most).catch((error: unknown) => {
      if (error instanceof NotLocalHubError) return null;
      throw error;
    });
    if (dispatches === null) return showLogged(invocation, client, id, limit);
    return print({
      table: () =>
        dispatches.length === 0
          ? [v`No dispatches to webhook ${id} yet. Run hooklens trigger to trigger an event.`]
          : tableLines(
              printedColumns(dispatchTable, { nowMs: Date.now(), zone: "utc", sending: null }),
              dispatches,
              output.columns,
            ),
      json: () => dispatches,
      quiet: () => dispatches.map((dispatch) => dispatch.id),
    });
  });
}

async function showDispatch(
  { settings, output, print }: Invocation,
  typed: string,
  dispatchId: string,
): Promise<void> {
  await useHub({ settings, output, creates: false }, async ({ client }) => {
    const dispatch = await client.dispatch(await findWebhookId(client, typed, settings), dispatchId);
    await print({
      table: () => dispatchLines(dispatch),
      json: () => dispatchJson(dispatch),
      quiet: () => [dispatch.id],
    });
  });
}

async function newest(client: HubClient, id: string, most: number): Promise<readonly Dispatch[]> {
  const all: Dispatch[] = [];
  for (;;) {
    const { dispatches, more } = await client.activity(id, {
      limit: Math.min(most - all.length, pageRows),
      before: all.at(-1)?.id,
    });
    all.push(...dispatches);
    if (!more || all.length >= most) return all;
  }
}

async function showLogged(
  { settings, output, format }: Invocation,
  client: HubClient,
  id: string,
  limit: number | null,
): Promise<void> {
  // Fails for an unknown ID, which otherwise looks like a webhook without deliveries.
  await client.getWebhook(id);
  output.note(
    v`${client.endpoint} does not list dispatches. The deliveries of webhook ${id} in the log of this data directory follow; the hub lists its own at ${webhookPage(client.endpoint, id)}`,
  );
  const selection = { filter: parseFilter(`webhook:${id}`), limit, sinceMs: null };
  await printDeliveries({ settings, output }, selection, printer(listFormats, format, output).print);
}

/** Exits with code 0 if the response is a 2xx or the Job started, else with 1. */
export const replay = command("webhooks replay <id> <dispatch>", {
  description: "Replay a dispatch at once, to the current URL or Job of its webhook, with the current secret",
  arguments: { "<id>": idHelp, "<dispatch>": dispatchHelp },
  help: `
Examples:
  hooklens webhooks replay 65f1c0ffee65f1c0ffee65f1 12`,
  async run({ settings, output, print }, { id: typed, dispatch }) {
    return useHub({ settings, output }, async ({ client }) => {
      const id = await findWebhookId(client, typed, settings);
      const { status, error, jobRun } = await client.replayDispatch(id, dispatch);
      const ok = status !== null && status >= 200 && status < 300;
      const result =
        jobRun === null ? (status ?? reasonOfCode(error ?? "no response")) : `started run ${jobRun}`;
      await print({
        table: () => [
          line(span(v`dispatch ${dispatch} to webhook ${id}: `), span(v`${result}`, ok ? "ok" : "error")),
        ],
        json: () => ({ webhookId: id, dispatch, status, error, jobRun }),
        quiet: () => [dispatch],
      });
      return ok ? exitCodes.done : exitCodes.failed;
    });
  },
});

/** Returns the JSON shape of a dispatch, with its payload parsed, and each response parsed if it is JSON. */
function dispatchJson({ payload, attempts, ...row }: DispatchDetail): Record<string, unknown> {
  return { ...row, payload: parseExactJson(payload), attempts: attempts.map(attemptJson) };
}

function attemptJson({ answerHeaders, answer, ...attempt }: DispatchAttempt): Record<string, unknown> {
  if (attempt.status === null) return { ...attempt, answer: null };
  return { ...attempt, answer: replyJson({ headers: answerHeaders, body: answer }) };
}

/** Formats all parts of a dispatch. */
export function dispatchLines(dispatch: DispatchDetail): readonly (Line | Visible)[] {
  return [
    part("dispatch", String(dispatch.id), "strong"),
    part("created", dispatch.createdAt),
    part("event", eventText(dispatch)),
    part("repo", repoText(dispatch)),
    part("message", dispatch.messageId),
    part("state", dispatch.state, dispatchTone(dispatch)),
    ...(dispatch.nextAttemptAt === null ? [] : [part("next", dispatch.nextAttemptAt)]),
    ...section("Payload"),
    ...bodyLines(Buffer.from(dispatch.payload)),
    ...dispatch.attempts.flatMap((attempt, index) => [
      ...section(`Attempt ${index + 1}${attempt.replay ? ", a replay" : ""}`),
      attemptLine(attempt),
      ...(attempt.jobRun === null ? [] : [v`  started run ${attempt.jobRun}`]),
      ...(attempt.nextAttemptAt === null ? [] : [v`  next attempt ${attempt.nextAttemptAt}`]),
      ...(attempt.status === null
        ? []
        : replyLines({ headers: attempt.answerHeaders, body: attempt.answer })),
    ]),
  ];
}
