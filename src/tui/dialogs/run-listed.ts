import { activeScopes } from "../focus.ts";
import { keyLabel } from "../frame/key-label.ts";
import { type App, internal } from "../records/command.ts";
import { showMessage } from "../state/messages.ts";
import { closeDialog, showScreen } from "../state/nav.ts";

/**
 * Closes the list of commands and runs one of them on its screen, or says where it works. For a command of a pane it
 * opens the selected row, which has not been seen yet, and names the key.
 */
export function runListed({ store, registry, run }: App, id: string, argument?: string): void {
  store.dispatch(closeDialog());
  const { scope, title, keys } = registry.command(id);
  const isActive = () => scope === internal || activeScopes(registry, store.get()).includes(scope);
  if (isActive()) return run(id, argument);
  const screen = registry.screens.find(({ scopes }) => scopes.some((one) => one.scope === scope));
  if (screen !== undefined) store.dispatch(showScreen(screen.id));
  if (isActive()) return run(id, argument);
  const place = registry.scope(scope);
  const say = (text: string) => showMessage(store, "warn", text, { isPassing: true, isKept: false });
  if (place.enteredBy === undefined || keys[0] === undefined) {
    return say(`This command is available only in "${place.title}".`);
  }
  const [open] = registry.command(place.enteredBy).keys;
  run(place.enteredBy);
  // The row opens only once the list is loaded.
  const before = isActive() || open === undefined ? "" : `${keyLabel(open)}, then `;
  say(`Press ${before}${keyLabel(keys[0])}: ${title}`);
}
