import { coalesce } from "../async/coalesce.ts";
import { report } from "../tui/report.ts";
import type { DialogData, DialogKind } from "../tui/state/nav.ts";
import type { Store } from "../tui/state/store.ts";

/** Time without a change after which a form is read, in milliseconds: shorter than the pauses of a typist. */
const pauseMs = 120;

/**
 * Calls `read` when a form opens, and after a pause when its key changes. Calls do not overlap.
 * @param keyOf returns the dependencies of `read`
 * @returns a function that stops watching
 */
export function watchForm<D extends DialogData>(
  store: Store,
  kind: DialogKind<D>,
  keyOf: (form: D) => string,
  read: (form: D) => Promise<void>,
): () => void {
  let seen: D | null = null;
  let key: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const run = coalesce(
    async () => {
      const form = kind.find(store.get());
      if (form !== null) await read(form);
    },
    (error) => report(store, error),
  );
  const unsubscribe = store.subscribe(() => {
    const form = kind.find(store.get());
    if (form === seen) return;
    seen = form;
    const before = key;
    key = form === null ? null : keyOf(form);
    if (key === before) return;
    clearTimeout(timer);
    if (key !== null) timer = setTimeout(run, before === null ? 0 : pauseMs);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
