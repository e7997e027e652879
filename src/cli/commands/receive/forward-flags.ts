import { UsageError } from "../../../model/errors.ts";
import type { ForwardFlag } from "../../settings/receiver-parts.ts";

/** Value of an option, with its position among options whose order matters. */
interface Ordered {
  readonly text: string;
  readonly place: number;
}

let places = 0;

/** Adds a value to those of its option, with its place on the command line. */
export function inOrder(text: string, previous: readonly Ordered[] | undefined): readonly Ordered[] {
  places += 1;
  return [...(previous ?? []), { text, place: places }];
}

/**
 * Returns the forwards, each with the `--where` after it; undefined without one.
 * @throws {UsageError} a `--where` has no forward before it
 */
export function forwardFlags(
  urls: readonly Ordered[] | undefined,
  filters: readonly Ordered[] = [],
): readonly ForwardFlag[] | undefined {
  const flags = (urls ?? []).map(({ text: url, place }) => ({ url, where: null as string | null, place }));
  for (const { text, place } of filters) {
    const forward = flags.findLast((flag) => flag.place < place);
    if (forward === undefined || forward.where !== null) {
      throw new UsageError({
        what: `--where ${text} has no forward target`,
        hint: "Put it after the --forward that it limits",
      });
    }
    forward.where = text;
  }
  return urls && flags.map(({ url, where }) => ({ url, where }));
}
