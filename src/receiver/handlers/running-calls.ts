import type { Incoming } from "../action.ts";
import { packAnswers } from "./batches.ts";
import { CallConsole, withConsole } from "./call-console.ts";
import { callHandler } from "./call-handler.ts";
import type { Handler } from "./handler.ts";
import { RecentNumbers } from "./recent-numbers.ts";
import type { Answered, FromThread } from "./thread-messages.ts";

/** The calls that run in this thread. */
export interface RunningCalls {
  /** Begins a call; its answer is posted when it comes. */
  begin(id: number, incoming: Incoming): void;
  /** Aborts the signal of a call that runs. */
  abort(id: number, why: string): void;
}

/** A call while it runs. Its signal is made, and asked for, when the handler first looks at it. */
class RunningCall {
  readonly #ask: () => void;
  #controller: AbortController | null = null;

  constructor(ask: () => void) {
    this.#ask = ask;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      this.#ask();
    }
    return this.#controller.signal;
  }

  abort(why: string): void {
    this.#controller?.abort(new DOMException(why, "AbortError"));
  }
}

/** @param post takes messages to the receiver's thread */
export function makeRunningCalls(handler: Handler, post: (message: FromThread) => void): RunningCalls {
  const running = new RecentNumbers<RunningCall>();
  let answered: Answered[] = [];

  function flush(): void {
    const batch = packAnswers(answered);
    answered = [];
    post({ kind: "answers", batch });
  }

  async function run(id: number, incoming: Incoming, context: RunningCall): Promise<void> {
    const printed = new CallConsole();
    const call = await withConsole(printed, () => callHandler(handler, incoming, context));
    running.take(id);
    const lines = printed.lines();
    const told = lines.length === 0 ? call : { ...call, console: [...lines, ...call.console] };
    // After the microtasks: every answer of this turn is in the one message.
    if (answered.push({ id, call: told }) === 1) process.nextTick(flush);
  }

  return {
    begin(id, incoming) {
      const context = new RunningCall(() => post({ kind: "signal-wanted", id }));
      running.add(id, context);
      void run(id, incoming, context);
    },
    abort(id, why) {
      running.get(id)?.abort(why);
    },
  };
}
