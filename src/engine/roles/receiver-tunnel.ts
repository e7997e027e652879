import { failureLine, UsageError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import type { TunnelChoice } from "../../receiver/tunnel/provider.ts";
import { defaultTunnel, parseTunnelChoice, tunnelForms } from "../../receiver/tunnel/providers.ts";
import type { Tunnel, TunnelState } from "../../receiver/tunnel/tunnel.ts";
import type { ReceiverTunnel } from "../client.ts";
import type { TunnelSettings } from "../engine.ts";

/** The tunnel of a receiver, which can be opened and closed, also as another one. */
export interface RunningTunnel {
  /** Null: none is opened. */
  state(): ReceiverTunnel | null;
  /** Where it ends at this moment; null: it is not open. */
  publicUrl(): string | null;
  /**
   * Resolves when it is open or has failed, or was closed meanwhile.
   * @param receiverUrl where the receiver listens
   * @param choice as `--tunnel` names it; without it the one of the state
   * @throws {UsageError} it names no tunnel, or none is opened
   */
  open(receiverUrl: string, choice?: string): Promise<TunnelState>;
  /** Resolves when nothing of it is left. */
  close(): Promise<void>;
}

export interface RunningTunnelOptions {
  readonly settings: TunnelSettings;
  /** One line when it is lost, and each time it is open. */
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** A tunnel that is off. @throws {UsageError} the choice of the settings names no tunnel */
export function makeRunningTunnel(options: RunningTunnelOptions): RunningTunnel {
  const { settings, logger, onChange } = options;
  let choice = settings.choice ?? defaultTunnel;
  let tunnel = make(choice);

  function make(text: string): Tunnel {
    const { choice: _, domain, ...ofAll } = settings;
    // A domain is one of the provider it was configured for.
    const isConfigured = text === (settings.choice ?? defaultTunnel);
    const made = parseOpenable(text).create({
      ...ofAll,
      domain: isConfigured ? (domain ?? null) : null,
    });
    noteChanges(made, logger);
    made.onChange(onChange);
    return made;
  }

  return {
    state: () => ({ choice, provider: tunnel.provider, state: tunnel.state() }),
    publicUrl() {
      const state = tunnel.state();
      return state.kind === "open" ? state.url : null;
    },
    async open(receiverUrl, asked = choice) {
      if (asked !== choice) {
        const before = tunnel;
        tunnel = make(asked);
        choice = asked;
        const made = tunnel;
        await before.close();
        // Meanwhile somebody asked for yet another.
        if (tunnel !== made) return tunnel.state();
      }
      return tunnel.open(reachableUrl(receiverUrl));
    },
    close: () => tunnel.close(),
  };
}

/**
 * In place of a tunnel where none is opened.
 * @param publicUrl where the internet reaches the receiver without one; null: it does not
 */
export function noTunnel(publicUrl: string | null): RunningTunnel {
  return {
    state: () => null,
    publicUrl: () => null,
    async open() {
      throw new UsageError({
        what: "this receiver opens no tunnel",
        ...(publicUrl !== null && { why: `it is reached at ${publicUrl} as it is` }),
      });
    },
    close: async () => {},
  };
}

/** Of one that listens on all addresses: one of them that a connection can go to. */
function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function parseOpenable(text: string): TunnelChoice {
  const choice = parseTunnelChoice(text);
  if (choice !== null) return choice;
  throw new UsageError({ what: `"${text}" cannot be opened`, hint: `Use ${tunnelForms}` });
}

/** The first attempt is told by its result; what comes after it happens while nobody waits. */
function noteChanges(tunnel: Tunnel, logger: Logger): void {
  let lastUrl: string | null = null;
  let isLost = false;
  tunnel.onChange((state) => {
    switch (state.kind) {
      case "open": {
        const moved = lastUrl === null || lastUrl === state.url ? "" : `, no longer ${lastUrl}`;
        logger.info(`the ${tunnel.provider} tunnel is open${isLost ? " again" : ""}: ${state.url}${moved}`);
        lastUrl = state.url;
        isLost = false;
        return;
      }
      case "reconnecting":
        if (!isLost)
          logger.warn(`the ${tunnel.provider} tunnel was lost (${state.reason}). It is opened again`);
        isLost = true;
        return;
      case "failed":
        if (lastUrl !== null) logger.warn(failureLine(state));
        return;
      case "off":
        lastUrl = null;
        isLost = false;
        return;
      case "opening":
        return;
      default:
        return state satisfies never;
    }
  });
}
