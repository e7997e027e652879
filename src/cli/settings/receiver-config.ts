import type { HandlersFolder, ReceiverChange, ReceiverSettings } from "../../model/receiver-settings.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import { secretsOf } from "../../model/secret.ts";
import { defaultRoute } from "../../model/url.ts";
import { hideSecrets } from "../../text/redact.ts";
import type { Startup } from "../command-line/command.ts";
import { readForward, secretOfRoute } from "./receiver-parts.ts";
import type { Settings } from "./settings.ts";

/** Settings of the app's receiver in the config file. */
export interface ReceiverConfig {
  /** Path of the file; it may not exist yet. */
  readonly path: string;
  /** Returns the current settings with their sources. */
  settings(): ReceiverSettings;
  /** Returns the secret of a route for its senders; null if it needs none. */
  secretOf(route: string): string | null;
  /** Returns the setup of the current settings. */
  setup(): ReceiverSetup;
  /** Reads the handlers directory of a typed path, and its completions. */
  look(typed: string): Promise<HandlersFolder>;
  /**
   * Changes settings in the file and keeps the rest of it, with its comments.
   * @param apply applies the new setup before the file is written, and the former one if writing fails
   * @throws {HooklensError} a value cannot be used, the file cannot be changed, or `apply` failed; nothing was
   * changed
   */
  change(change: ReceiverChange, apply: (setup: ReceiverSetup) => Promise<void>): Promise<void>;
}

/** Opens the settings of the app's receiver. @throws {ForwardTargetError} the target is invalid */
export function openReceiverConfig({
  settings: initial,
  resolve: resolveSettings,
}: Pick<Startup, "settings" | "resolve">): ReceiverConfig {
  let settings = initial;
  let setup = setupOf(initial);
  const { path } = initial.configFile;
  return {
    path,
    settings: () => receiverSettings(settings),
    secretOf: (route) => secretOfRoute(settings.receiver, route),
    setup: () => setup,
    look: async (typed) => (await import("./handlers-folder.ts")).lookAtHandlers(typed),
    async change(change, apply) {
      const { changeReceiver, checkSetup } = await import("./change-receiver.ts");
      const changed = await changeReceiver(settings, change);
      const next = resolveSettings(changed.config);
      const nextSetup = setupOf(next);
      await checkSetup(nextSetup);
      hideSecrets(secretsOf(nextSetup.secret));
      await apply(nextSetup);
      try {
        changed.write();
      } catch (error) {
        await apply(setup);
        throw error;
      }
      settings = next;
      setup = nextSetup;
    },
  };
}

function receiverSettings({ receiver }: Settings): ReceiverSettings {
  const { secret, routes, handlers, forward } = receiver;
  return { secret, routes, handlers, forward };
}

function setupOf(settings: Settings): ReceiverSetup {
  const { secret, routes, handlers } = settings.receiver;
  return {
    secret: secret.value,
    routes: routes.value ?? [defaultRoute],
    handlersDir: handlers.value,
    forward: readForward(settings),
  };
}
