import type { ActionContext, ActionEnd, ActionRun, Incoming, RouteAction } from "../action.ts";
import { stopping } from "../responses.ts";
import { lineOfArrived, type RepoLine, type RepoOrder } from "./repo-order.ts";
import type { RunSettings } from "./run-settings.ts";

/** Makes an action without retries wait for its turn. The end of the sender or of the receiver ends the wait. */
export function orderedAction(action: RouteAction, settings: RunSettings, order: RepoOrder): RouteAction {
  async function begin(line: RepoLine, incoming: Incoming, context: ActionContext): Promise<ActionRun> {
    const { signal } = context;
    const turn = order.enter(incoming.seq, line, signal);
    if (turn === null || (await turn)) return action(incoming, context);
    return { response: Promise.resolve(stopping), end: Promise.resolve(notRun(signal)) };
  }

  return (incoming, context) => {
    const line = lineOfArrived(settings, incoming);
    if (line === null) return action(incoming, context);
    const run = begin(line, incoming, context);
    return {
      response: run.then(({ response }) => response),
      end: run.then(async ({ end }) => order.ended(incoming.seq, await end)),
    };
  };
}

/** Creates the outcome of a run whose wait has ended before its turn. */
function notRun({ reason }: AbortSignal): ActionEnd {
  const why = reason instanceof Error ? reason.message : String(reason);
  return { outcome: "interrupted", status: null, reason: `not run: ${why} before its turn` };
}
