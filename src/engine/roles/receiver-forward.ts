import type { RouteAction } from "../../receiver/action.ts";
import { type Forward, type ForwardState, makeForward } from "../../receiver/forward/forward.ts";

/** A request has begun this long ago at most when it comes to its route's action, in milliseconds: the receiver cuts off what takes longer. */
const longestRequestMs = 31_000;

/** The forward of a receiver, which can be turned on, to another target, and off. */
export interface ReceiverForward {
  /** Null: it is off. */
  action(): RouteAction | null;
  state(): ForwardState | null;
  /** @param target as `parseForwardTarget` reads it; null: off, and what is being forwarded goes on to its end */
  set(target: string | null): void;
  /** As `Forward.close`. */
  close(graceMs: number, arrived?: Promise<unknown>): Promise<void>;
}

export interface ReceiverForwardOptions {
  /** One line when the target goes away or comes back. */
  readonly onNote: (line: string) => void;
  /** Called after each change of the state: several times for a delivery. */
  readonly onChange: () => void;
}

/** A forward that is off. */
export function makeReceiverForward({ onNote, onChange }: ReceiverForwardOptions): ReceiverForward {
  let current: Forward | null = null;
  const ending = new Set<Forward>();

  function start(target: string): Forward {
    const forward = makeForward({ target });
    noteHealth(forward, onNote);
    forward.onChange(onChange);
    return forward;
  }

  /** Requests that came before may still get to it. */
  function letEnd(forward: Forward): void {
    ending.add(forward);
    function closeWhenIdle(): void {
      const { sending, queued, waiting } = forward.state();
      if (sending + queued + waiting > 0 || !ending.delete(forward)) return;
      void forward.close(0);
    }
    const timer = setTimeout(() => {
      // Between a try and the wait for the next one a delivery is nowhere, for an instant.
      forward.onChange(() => setImmediate(closeWhenIdle));
      closeWhenIdle();
    }, longestRequestMs);
    timer.unref();
  }

  return {
    action: () => current?.action ?? null,
    state: () => current?.state() ?? null,
    set(target) {
      const before = current;
      if (target === null) {
        current = null;
        if (before !== null) letEnd(before);
      } else if (before === null) current = start(target);
      else before.setTarget(target);
      onChange();
    },
    async close(graceMs, arrived) {
      const all = current === null ? [...ending] : [current, ...ending];
      await Promise.all(all.map((forward) => forward.close(graceMs, arrived)));
    },
  };
}

/** Says once that nobody is there, and once that somebody is again. */
function noteHealth(forward: Forward, onNote: (line: string) => void): void {
  let downTarget: string | null = null;
  forward.onChange(() => {
    const { target, health } = forward.state();
    if (health.kind === "down" && downTarget !== target) {
      downTarget = target;
      onNote(
        `warning: ${target} cannot be reached (${health.reason}). What is to be forwarded is tried again`,
      );
    } else if (health.kind === "up" && downTarget !== null) {
      if (downTarget === target) onNote(`${target} can be reached again`);
      downTarget = null;
    }
  });
}
