import { UsageError } from "../../../model/errors.ts";
import type { ForwardFlag } from "../../settings/receiver-parts.ts";

/** Parsers of `--forward` and `--where`, which belong together by their order. */
export interface ForwardFlags {
  /** Parses `--forward`; returns all so far. */
  forward(url: string): readonly ForwardFlag[];
  /** Parses `--where`, which limits the `--forward` before it. @throws {UsageError} there is none */
  where(filter: string): string;
}

/** Creates the parsers of one command line. */
export function createForwardFlags(): ForwardFlags {
  const flags: ForwardFlag[] = [];
  return {
    forward(url) {
      flags.push({ url, where: null });
      return flags;
    },
    where(filter) {
      const last = flags.pop();
      if (last === undefined || last.where !== null) {
        throw new UsageError({
          what: `--where ${filter} has no forward target`,
          hint: "Put it after the --forward that it limits",
        });
      }
      flags.push({ ...last, where: filter });
      return filter;
    },
  };
}
