import { vi } from "vitest";
import type { Tunnel, TunnelState } from "../../../src/receiver/tunnel/tunnel.ts";

/** Resolves with the first state of this kind, including the current one. */
export function until<K extends TunnelState["kind"]>(
  tunnel: Tunnel,
  kind: K,
): Promise<Extract<TunnelState, { kind: K }>> {
  return new Promise((resolve) => {
    const stop = tunnel.onChange(look);
    function look(state: TunnelState): void {
      if (!isOf(state, kind)) return;
      stop();
      resolve(state);
    }
    look(tunnel.state());
  });
}

/** Returns the state if it is of this kind; throws otherwise. */
export function expectOf<K extends TunnelState["kind"]>(
  state: TunnelState,
  kind: K,
): Extract<TunnelState, { kind: K }> {
  if (!isOf(state, kind)) throw new Error(`not ${kind}: ${JSON.stringify(state)}`);
  return state;
}

function isOf<K extends TunnelState["kind"]>(
  state: TunnelState,
  kind: K,
): state is Extract<TunnelState, { kind: K }> {
  return state.kind === kind;
}

/** Resolves when a check holds; waits up to 20 seconds. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(check, { timeout: 20_000, interval: 5 });
}
