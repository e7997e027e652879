/** A place in a lane's line. */
export interface Place {
  /** Resolves when it is this one's turn to start. */
  readonly turn: Promise<void>;
  /** Lets the next of the lane start. May be called twice. */
  letGo(): void;
  /** It is over: lets go, and its place among those that run is free. May be called twice. */
  leave(): void;
}

export interface Lines {
  /** Puts in line at once, before it returns. */
  join(lane: string): Place;
}

interface Lane {
  /** Those that have not started, in order. */
  readonly waiting: (() => void)[];
  running: number;
  /** The one that started last has not let go. */
  isHeld: boolean;
}

/**
 * Lines of those who start one after another, by lane: each when the one before has let go.
 * @param perLane so many of a lane run at a time
 * @param inAll and so many of all
 */
export function createLines(perLane: number, inAll: number): Lines {
  const lanes = new Map<string, Lane>();
  /** Lanes whose next could start but for the others, in the order in which they were found so. */
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
