import type { ActionContext, ActionEnd, ActionRun, Incoming, RouteAction } from "../action.ts";
import { stopping } from "../responses.ts";
import type { RunSettings } from "./run-settings.ts";
import { type Gates, gatesOfArrived, type Turns } from "./turns.ts";

/** Makes an action without retries wait for its turn. The end of the sender or of the receiver ends the wait. */
export function actionInTurn(action: RouteAction, settings: RunSettings, turns: Turns): RouteAction {
  async function begin(gates: Gates, incoming: Incoming, context: ActionContext): Promise<ActionRun> {
    const { signal } = context;
    const turn = turns.enter(incoming.seq, gates, signal);
    if (turn === null || (await turn)) return action(incoming, context);
    return { response: Promise.resolve(stopping), end: Promise.resolve(notRun(signal)) };
  }

  return (incoming, context) => {
    const gates = gatesOfArrived(settings, incoming);
    if (gates.line === null && gates.limit === null) return action(incoming, context);
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
