import { exitCodes } from "../../model/errors.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Invocation } from "../program/launch.ts";
import { useHub } from "./use-hub.ts";

/** `webhooks replay ID DISPATCH`: 0 when it was answered with a 2xx (or its Job started), else 1. */
export async function replayDispatch(
  { settings, output }: Invocation,
  id: string,
  dispatch: string,
): Promise<number> {
  return useHub({ settings, output }, async ({ client }) => {
    const { status, error, jobRun } = await client.replayDispatch(id, dispatch);
    const ok = status !== null && status >= 200 && status < 300;
    const result = jobRun === null ? (status ?? error ?? "no answer") : `started run ${jobRun}`;
    await output.answer({
      lines: () => [
        line(span(v`dispatch ${dispatch} to webhook ${id}: `), span(v`${result}`, ok ? "ok" : "error")),
      ],
      json: () => ({ webhookId: id, dispatch, status, error, jobRun }),
      ids: () => [dispatch],
    });
    return ok ? exitCodes.done : exitCodes.failed;
  });
}
