import { startClock } from "./clock.ts";
import { shownScreen } from "./focus.ts";
import type { App, TerminalActions } from "./records/command.ts";
import type { Registry } from "./records/registry.ts";
import type { Running } from "./records/screen.ts";
import { report } from "./report.ts";
import { showMessage } from "./state/messages.ts";
import { navSlice } from "./state/nav.ts";
import type { Store } from "./state/store.ts";
import { setWindow, type Size } from "./state/window.ts";

/** App whose features are started, independent of the terminal. */
export interface StartedApp extends App {
  /** Stops the clock and every feature; resolves when they have stopped. */
  close(): Promise<void>;
}

export interface AppOptions<S> {
  readonly store: Store;
  readonly registry: Registry<S>;
  readonly terminal: TerminalActions;
  readonly services: S;
}

/** Adds the slices of every feature to the store, and starts the features. */
export function createApp<S>({ store, registry, terminal, services }: AppOptions<S>): StartedApp {
  const apps = new Map<string, App<Running, S>>();
  const app: App<Running, S> = {
    store,
    terminal,
    registry,
    services,
    running: {},
    of: ({ id }) => apps.get(id) ?? app,
    run(id, argument) {
      const command = registry.command(id);
      const why = command.disabledReason?.(store.get(), registry) ?? null;
      if (why !== null) {
        showMessage(store, "warn", `${why.charAt(0).toUpperCase()}${why.slice(1)}.`, {
          topic: id,
          isKept: false,
        });
        return;
      }
      const own = app.of(registry.featureOf(command));
      Promise.try(() => command.run(own, argument)).catch((error: unknown) => report(store, error));
    },
  };
  store.batch(() => {
    store.addSlices(registry.slices);
    for (const feature of registry.features) {
      const running = feature.start(app);
      apps.set(feature.id, { ...app, running });
    }
  });
  const stopScreens = callShown(app);
  const stopClock = startClock(store, registry);
  return {
    ...app,
    async close() {
      stopClock();
      stopScreens();
      await Promise.all(Array.from(apps.values(), async ({ running }) => running.stop?.()));
    },
  };
}

/** Applies a new terminal size and adapts every feature to it, including hidden screens. */
export function resize(store: Store, { features }: Registry, size: Size): void {
  store.batch(() => {
    store.dispatch(setWindow({ size }));
    for (const { resized } of features) {
      for (const action of resized?.(store.get()) ?? []) store.dispatch(action);
    }
  });
}

/** Calls `shown` of each screen that becomes visible. */
function callShown({ store, registry, of }: App): () => void {
  let known = navSlice.get(store.get()).screen;
  return store.subscribe(() => {
    const { screen } = navSlice.get(store.get());
    if (screen === known) return;
    known = screen;
    const shown = shownScreen(registry, store.get());
    shown.shown?.(of(shown));
  });
}
