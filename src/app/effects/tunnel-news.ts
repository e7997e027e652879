import { failureLine } from "../../model/errors.ts";
import type { AppState } from "../state/app-state.ts";
import { say, withdraw } from "../state/messages.ts";
import type { TunnelState } from "../state/session.ts";
import type { Store } from "../store.ts";

/** Shows messages about the tunnel, whoever opened or closed it. */
export interface TunnelNews {
  /** Called when the state changes; `afterLoss` if the receiver was gone in between. */
  changed(before: TunnelState, after: TunnelState, afterLoss: boolean): void;
  /** Called when the user opens the tunnel; the last failure may be shown again. */
  asked(): void;
  /** Called with the result of opening the tunnel. */
  answered(state: TunnelState): void;
}

export function makeTunnelNews(store: Store<AppState>): TunnelNews {
  let saidFailure = "";
  let saidLoss = "";
  const tell = (tone: "ok" | "warn" | "error", text: string) => store.update(say(tone, text, Date.now()));

  /** The result and the receiver's state report the same failure, in either order. */
  function failed(state: TunnelState): void {
    if (state.kind !== "failed") return;
    const text = failureLine(state);
    if (text === saidFailure) return;
    saidFailure = text;
    tell("error", text);
  }

  function over(): void {
    if (saidLoss !== "") store.update(withdraw(saidLoss));
    if (saidFailure !== "") store.update(withdraw(saidFailure));
    saidLoss = "";
    saidFailure = "";
  }

  return {
    changed(before, after, afterLoss) {
      switch (after.kind) {
        case "open": {
          if (before.kind === "open" && before.url === after.url) return;
          const isBack = before.kind === "reconnecting" && before.url === after.url;
          over();
          return tell("ok", isBack ? "The tunnel is open again" : `The tunnel is open: ${after.url}`);
        }
        case "reconnecting":
          if (before.kind === "reconnecting") return;
          saidLoss = `The tunnel was lost (${after.reason}). Reconnecting automatically.`;
          return tell("warn", saidLoss);
        case "failed":
          return before.kind === "failed" ? undefined : failed(after);
        case "off": {
          if (before.kind === "off" || before.kind === "failed") return;
          const wasUp = before.kind === "open" || before.kind === "reconnecting";
          over();
          if (!afterLoss) return tell("ok", "The tunnel is closed");
          if (wasUp) tell("warn", "The tunnel closed with the receiver. o reopens it.");
          return undefined;
        }
        case "opening":
          return undefined;
      }
    },
    asked() {
      saidFailure = "";
    },
    answered: failed,
  };
}
