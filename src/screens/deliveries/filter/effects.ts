import { isCanceled, report } from "../../../tui/report.ts";
import type { FeatureContext } from "../../context.ts";
import { setSeenValues } from "./suggestions.ts";

/** Reads for the filter line. */
export interface FilterEffects {
  /** Reads the values that the filter line completes. */
  readSeenValues(): void;
}

export function createFilterEffects({ store, services }: FeatureContext): FilterEffects {
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
  };
}
