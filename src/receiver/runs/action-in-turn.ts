import type { ActionContext, ActionEnd, ActionRun, Incoming, RouteAction } from "../action.ts";
import { stopping } from "../responses.ts";
import type { RunSettings } from "./run-settings.ts";
import { supersededRun } from "./superseded.ts";
import { type Gates, gatesOfArrived, type Turns } from "./turns.ts";

/**
 * Makes an action without retries wait for its turn. The end of the sender or of the receiver ends the wait, and so does a
 * newer push.
 */
export function actionInTurn(action: RouteAction, settings: RunSettings, turns: Turns): RouteAction {
  async function begin(gates: Gates, incoming: Incoming, context: ActionContext): Promise<ActionRun> {
    const { signal } = context;
    const { seq } = incoming;
    const turn = turns.enter(seq, gates, signal);
    const isTurn = turn === null || (await turn);
    const by = turns.supersededBy(seq);
    if (by !== null) return supersededRun(by);
    if (!isTurn) return { response: Promise.resolve(stopping), end: Promise.resolve(notRun(signal)) };
    turns.begins(seq);
    return action(incoming, context);
  }

  return (incoming, context) => {
    const gates = gatesOfArrived(settings, incoming);
    const { line, limit, push } = gates;
    if (line === null && limit === null && push === null) return action(incoming, context);
    const run = begin(gates, incoming, context);
    return {
      response: run.then(({ response }) => response),
      end: run.then(async ({ end }) => turns.ended(incoming.seq, await end)),
    };
  };
}

/** Creates the outcome of a run whose wait has ended before its turn. */
function notRun({ reason }: AbortSignal): ActionEnd {
  const why = reason instanceof Error ? reason.message : String(reason);
  return { outcome: "interrupted", status: null, reason: `not run: ${why} before its turn` };
}
