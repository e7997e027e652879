import type { ServerResponse } from "node:http";
import { httpTarget } from "./http-target.ts";

/** Gate at which another thread or process waits until the test opens it. */
export interface Gate {
  /** `await fetch("http://127.0.0.1:PORT");`: goes on when the gate is open. */
  readonly wait: string;
  /** Resolves when this many have reached the gate, open or not. */
  readonly arrived: (n: number) => Promise<void>;
  /** Opens the gate, also for those that come later. */
  open(): void;
}

/** Creates a closed gate; it is removed after the test. */
export async function closedGate(): Promise<Gate> {
  const held: ServerResponse[] = [];
  let isOpen = false;
  const { url, received } = await httpTarget((_request, response) => {
    if (isOpen) response.end();
    else held.push(response);
  });
  return {
    wait: `await fetch(${JSON.stringify(url)});`,
    arrived: received,
    open() {
      isOpen = true;
      for (const response of held) response.end();
    },
  };
}
