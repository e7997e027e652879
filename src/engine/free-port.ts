import { HubPortTakenError } from "../localhub/errors.ts";
import { PortTakenError } from "../receiver/errors.ts";

/** So many ports after the default one are tried. */
const nextPorts = 20;

export interface PortWish {
  /** Null: the default. */
  readonly given: number | null;
  readonly usual: number;
  /** Who wants it, for the note: `receiver`. */
  readonly who: string;
  /** Told when it is not the default one. */
  readonly onNote: (line: string) => void;
}

/**
 * Listens on the port that was given; without one on the default, or the next that is free.
 * @throws what `listen` throws: for a given port that is taken, and when all of those after the default are
 */
export async function listenOnFreePort<T>(wish: PortWish, listen: (port: number) => Promise<T>): Promise<T> {
  const { given, usual, who, onNote } = wish;
  if (given !== null) return listen(given);
  for (let port = usual; ; port += 1) {
    try {
      const listening = await listen(port);
      if (port !== usual) onNote(`port ${usual} is taken: the ${who} listens on ${port}`);
      return listening;
    } catch (error) {
      const isTaken = error instanceof PortTakenError || error instanceof HubPortTakenError;
      if (!isTaken || port === usual + nextPorts) throw error;
    }
  }
}
