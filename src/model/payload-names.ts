import type { RepoName } from "./delivery.ts";
import type { EventName } from "./event.ts";
import { type Fields, nameIn, partOf } from "./payload-fields.ts";

/** Event and repo of a payload; null if a part of the name is missing or not a non-empty string. */
export interface PayloadNames {
  readonly event: EventName | null;
  readonly repo: RepoName | null;
}

export function namesOf(payload: Fields): PayloadNames {
  const eventPart = partOf(payload, "event");
  const repoPart = partOf(payload, "repo");
  const scope = nameIn(eventPart, "scope");
  const action = nameIn(eventPart, "action");
  const type = nameIn(repoPart, "type");
  const name = nameIn(repoPart, "name");
  return {
    event: scope === null || action === null ? null : { scope, action },
    repo: type === null || name === null ? null : { type, name },
  };
}
