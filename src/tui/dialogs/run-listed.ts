import { activeScopes } from "../focus.ts";
import { type App, internal } from "../records/command.ts";
import { showMessage } from "../state/messages.ts";
import { closeDialog, showScreen } from "../state/nav.ts";

/** Closes the list of commands and runs one of them, on its own screen if needed, or says where it works. */
export function runListed({ store, registry, run }: App, id: string, argument?: string): void {
  store.dispatch(closeDialog());
  const { scope } = registry.command(id);
  const isActive = () => scope === internal || activeScopes(registry, store.get()).includes(scope);
  if (!isActive()) {
    const screen = registry.screens.find(({ scopes }) => scopes.some((one) => one.scope === scope));
    if (screen !== undefined) store.dispatch(showScreen(screen.id));
  }
  if (isActive()) run(id, argument);
  else showMessage(store, "warn", `This command is available only in "${registry.scope(scope).title}".`);
}
