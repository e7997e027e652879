import type { StoredJob } from "./job-message.ts";
import type { PulledMessage } from "./pull.ts";

/** Job that this process attempts. */
export interface HeldJob {
  readonly job: StoredJob;
  /** Removes the message of the job from the stream. */
  readonly remove: () => Promise<void>;
}

/** Jobs reserved for attempts of this process until their leases expire. */
export interface HeldJobs {
  /** Holds a pulled job: its acknowledgment wait does not end before its lease. */
  hold(job: StoredJob, message: PulledMessage, leaseMs: number): void;
  /** Holds a job whose message is delivered to others when it is due. */
  holdUntilDue(job: StoredJob, remove: () => Promise<void>): void;
  has(id: number): boolean;
  size(): number;
  /** Returns a held job; undefined if its lease has expired. */
  get(id: number): HeldJob | undefined;
  /** Ends the hold of a job that was removed or replaced. */
  forget(id: number): void;
  /** Returns all pulled jobs to the queue. */
  giveBack(): void;
}

/** Creates the jobs of a process. @param ackWaitMs acknowledgment wait of the consumer */
export function createHeldJobs(ackWaitMs: number): HeldJobs {
  const held = new Map<number, HeldJob & { readonly giveBack: () => void; readonly stop: () => void }>();

  function add(each: HeldJob, leaseMs: number, message: PulledMessage | null): void {
    const { id } = each.job;
    // A job that is claimed again after its lease starts another one.
    held.get(id)?.stop();
    const beat = setInterval(() => message?.working(), ackWaitMs / 3).unref();
    const giveBack = (): void => message?.nak(0);
    const end = setTimeout(() => {
      forget(id);
      giveBack();
    }, leaseMs).unref();
    function stop(): void {
      clearInterval(beat);
      clearTimeout(end);
    }
    held.set(id, { ...each, giveBack, stop });
  }

  function forget(id: number): void {
    held.get(id)?.stop();
    held.delete(id);
  }

  return {
    hold: (job, message, leaseMs) => add({ job, remove: message.ack }, leaseMs, message),
    holdUntilDue: (job, remove) => add({ job, remove }, Math.max(0, job.dueAtMs - Date.now()), null),
    has: (id) => held.has(id),
    size: () => held.size,
    get: (id) => held.get(id),
    forget,
    giveBack() {
      for (const { giveBack, stop } of held.values()) {
        stop();
        giveBack();
      }
      held.clear();
    },
  };
}
