/** Place in the line of a lane. */
export interface Place {
  /** Resolves when the work may start. */
  readonly turn: Promise<void>;
  /** Releases the lane, so that the next work can start. Idempotent. */
  letGo(): void;
  /** Ends the work: releases the lane and frees the place. Idempotent. */
  leave(): void;
}

export interface Lines {
  /** Joins the line of a lane. Work starts in the order of the calls. */
  join(lane: string): Place;
}

interface Lane {
  /** Functions that start the waiting work, in order. */
  readonly waiting: (() => void)[];
  running: number;
  /** True until the last started work releases the lane. */
  isHeld: boolean;
}

/**
 * Creates a line for each lane. Work starts when the work before it has released the lane and both limits
 * allow it.
 * @param perLane maximum number of concurrent work items per lane
 * @param inAll maximum number of concurrent work items in total
 */
export function createLines(perLane: number, inAll: number): Lines {
  const lanes = new Map<string, Lane>();
  /** Lanes blocked only by the total limit, oldest first. */
  const stalled = new Set<Lane>();
  let running = 0;

  function startNext(lane: Lane): void {
    if (lane.isHeld || lane.running >= perLane || lane.waiting.length === 0) return;
    if (running >= inAll) {
      stalled.add(lane);
      return;
    }
    lane.isHeld = true;
    lane.running += 1;
    running += 1;
    lane.waiting.shift()?.();
  }

  function startStalled(): void {
    for (const lane of stalled) {
      if (running >= inAll) return;
      stalled.delete(lane);
      startNext(lane);
    }
  }

  return {
    join(name) {
      const lane = lanes.get(name) ?? { waiting: [], running: 0, isHeld: false };
      lanes.set(name, lane);
      const { promise: turn, resolve } = Promise.withResolvers<void>();
      let holds = true;
      let runs = true;
      const letGo = (): void => {
        if (!holds) return;
        holds = false;
        lane.isHeld = false;
        startNext(lane);
      };
      lane.waiting.push(resolve);
      startNext(lane);
      return {
        turn,
        letGo,
        leave() {
          if (!runs) return;
          runs = false;
          lane.running -= 1;
          running -= 1;
          letGo();
          startNext(lane);
          startStalled();
          if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(name);
        },
      };
    },
  };
}
