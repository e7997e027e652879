import { failureLine, UsageError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import type { TunnelChoice } from "../../receiver/tunnel/provider.ts";
import { defaultTunnel, parseTunnelChoice, tunnelForms } from "../../receiver/tunnel/providers.ts";
import type { Tunnel, TunnelState } from "../../receiver/tunnel/tunnel.ts";
import type { TunnelSettings } from "../engine.ts";
import type { ReceiverTunnel } from "../receiver-state.ts";

/** Tunnel of a receiver; `open` can replace it by another. */
export interface RunningTunnel {
  /** Returns the state of the tunnel; null if tunnels are not available. */
  state(): ReceiverTunnel | null;
  /** Returns the current public URL; null if the tunnel is not open. */
  publicUrl(): string | null;
  /**
   * Resolves when the tunnel is open, has failed or was closed.
   * @param receiverUrl local address of the receiver
   * @param choice value of `--tunnel`; default: the tunnel of the state
   * @throws {UsageError} `choice` is not a tunnel, or tunnels are not available
   */
  open(receiverUrl: string, choice?: string): Promise<TunnelState>;
  /** Resolves when the tunnel is closed. */
  close(): Promise<void>;
}

export interface RunningTunnelOptions {
  readonly settings: TunnelSettings;
  /** Receives a line when the tunnel opens, is lost or fails. */
  readonly logger: Logger;
  readonly onChange: () => void;
}

/**
 * Creates a tunnel that is not open.
 * @throws {UsageError} the choice of the settings is not a tunnel
 */
export function makeRunningTunnel(options: RunningTunnelOptions): RunningTunnel {
  const { settings, logger, onChange } = options;
  let choice = settings.choice ?? defaultTunnel;
  let tunnel = make(choice);

  function make(text: string): Tunnel {
    const { choice: _, domain, ...ofAll } = settings;
    // A domain belongs to the provider it was configured for.
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
        // Another tunnel was requested in the meantime.
        if (tunnel !== made) return tunnel.state();
      }
      return tunnel.open(reachableUrl(receiverUrl));
    },
    close: () => tunnel.close(),
  };
}

/**
 * Creates a placeholder for a receiver that cannot open tunnels: `open` throws a UsageError.
 * @param publicUrl public URL of the receiver without a tunnel; null if it has none
 */
export function noTunnel(publicUrl: string | null): RunningTunnel {
  return {
    state: () => null,
    publicUrl: () => null,
    async open() {
      throw new UsageError({
        what: "tunnels are not available",
        ...(publicUrl !== null && { why: `it is reachable at ${publicUrl}` }),
      });
    },
    close: async () => {},
  };
}

/** Replaces the host of a receiver that listens on all addresses by the loopback address. */
function reachableUrl(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function parseOpenable(text: string): TunnelChoice {
  const choice = parseTunnelChoice(text);
  if (choice !== null) return choice;
  throw new UsageError({ what: `"${text}" cannot be opened`, hint: `Use ${tunnelForms}` });
}

/** Logs the changes of a tunnel. A failure before the first opening is only in the result of `open`. */
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
          logger.warn(`the ${tunnel.provider} tunnel was lost (${state.reason}). It is being reopened`);
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
