import { coalesce } from "../../../async/coalesce.ts";
import type { ReceiverSettingName } from "../../../model/receiver-settings.ts";
import { secretsOf } from "../../../model/secret.ts";
import { plural } from "../../../text/numbers.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import { changeReceiver } from "../../change-receiver.ts";
import type { FeatureContext } from "../../context.ts";
import { sendsToReceiver, webhooksSlice } from "../../known-webhooks/state.ts";
import { shownName } from "../../known-webhooks/view.ts";
import { sessionSlice } from "../../session.ts";
import { setupKind } from "../dialogs/setup-dialog.ts";
import { changeOfSetup, type SetupForm, setupForm } from "../dialogs/setup-form.ts";

export interface SetupEffects {
  /** Opens the form of the settings of the receiver. */
  askSetup(): void;
  /** Saves a valid form; resolves with a function that shows the result. */
  saveSetup(form: SetupForm): Promise<() => void>;
  /** Stops watching the state. */
  stop(): void;
}

/** Names of the settings in messages. */
const words: Readonly<Record<ReceiverSettingName, string>> = {
  secret: "secret",
  routes: "routes",
  handlers: "handlers",
  forward: "forward",
};

/** Maximum webhooks that a warning names. */
const mostNamed = 3;

/** Joins the first names, and counts the others. */
function firstOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

export function createSetupEffects(context: FeatureContext, registry: Registry): SetupEffects {
  const { store, services, receiver: config } = context;
  const look = coalesce(
    async () => {
      const open = setupKind.find(store.get());
      if (open === null || open.folder?.typed === open.handlers.value) return;
      const folder = await config.look(open.handlers.value);
      setupKind.change(store, (form) => ({ ...form, folder }));
    },
    (error) => report(store, error),
  );
  let known = setupKind.find(store.get());
  const unsubscribe = store.subscribe(() => {
    const open = setupKind.find(store.get());
    if (open === known) return;
    known = open;
    if (open !== null && open.folder?.typed !== open.handlers.value) look();
  });

  /** Returns a warning about webhooks whose deliveries the receiver refuses; null if there are none. */
  function refused(): string | null {
    const accepted = secretsOf(config.settings().secret.value);
    const state = store.get();
    if (accepted.length === 0) return null;
    const wrong = webhooksSlice
      .get(state)
      .items.filter(
        (webhook) =>
          !webhook.disabled && sendsToReceiver(state, webhook) && !accepted.includes(webhook.secret ?? ""),
      );
    if (wrong.length === 0) return null;
    const named = wrong.map(({ id, secret }) => {
      const name = shownName(state, id);
      return secret === null || secret === "" ? `${name} (sends none)` : name;
    });
    const send = plural(wrong.length, "webhook sends", "webhooks send");
    const key = keyOf(registry, "webhooks.cure");
    return `${send} another secret, which is refused from now on: ${firstOf(named)}. ${key} on Webhooks puts the secret in.`;
  }

  return {
    askSetup: () => store.dispatch(openDialog(setupForm(config.settings(), config.path))),
    async saveSetup(form) {
      const change = changeOfSetup(form, config.settings());
      const names = Object.keys(change).map((name) => words[name as ReceiverSettingName]);
      if (names.length === 0) return () => showMessage(store, "ok", "Nothing was changed");
      await changeReceiver({ store, services: services() }, change);
      const { isOwn, pid } = sessionSlice.get(store.get()).receiver;
      const list = names.join(", ");
      if (!isOwn) {
        const why = `process ${pid ?? ""} runs the receiver. Restart it to use them`;
        return () => showMessage(store, "warn", `Saved ${list}; ${why}.`);
      }
      const warning = change.secret === undefined ? null : refused();
      return () => {
        showMessage(store, "ok", `Receiver set up: ${list}. No delivery was interrupted`, {
          durationMs: 6_000,
        });
        if (warning !== null) showMessage(store, "warn", warning);
      };
    },
    stop: unsubscribe,
  };
}
