import type { SavedFiltersChange } from "../../../model/saved-filters.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { FeatureContext } from "../../context.ts";
import { savedFiltersChanged, setSavedFilters } from "../../saved-filters.ts";
import { setSeenValues } from "./suggestions.ts";

/** Reads for the filter line, and changes of the saved filters. */
export interface FilterEffects {
  /** Reads the values that the filter line completes. */
  readSeenValues(): void;
  /** Changes the saved filters, here and in the config file, and shows a message when the file is written. */
  changeSaved(change: SavedFiltersChange, message: string): void;
}

export function createFilterEffects({ store, services, savedFilters }: FeatureContext): FilterEffects {
  store.dispatch(setSavedFilters({ filters: savedFilters.filters }));
  return {
    readSeenValues() {
      services()
        .reader.seenValues()
        .then((values) => store.dispatch(setSeenValues({ values })))
        .catch((error: unknown) => {
          // The next opening reads them again.
          if (!isCanceled(error)) report(store, error);
        });
    },
    changeSaved(change, message) {
      store.dispatch(savedFiltersChanged(change));
      savedFilters
        .change(change)
        .then(() => showMessage(store, "ok", message))
        .catch((error: unknown) => report(store, error));
    },
  };
}
