import { type WatchedItem, unknownType } from "../../../model/watched-item.ts";
import type { Output } from "../../output/output.ts";

/**
 * Checks the types of watched items. On a remote hub, which may be newer, an unknown type is only a warning.
 * @throws {UsageError} the local hub is used, and does not know a type
 */
export function checkTypes(watched: readonly WatchedItem[], isLocal: boolean, output: Output): void {
  for (const { type } of watched) {
    const problem = unknownType(type);
    if (problem === null) continue;
    if (isLocal) throw problem;
    output.logger.warn(problem.message);
  }
}
