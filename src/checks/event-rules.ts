import { domainOf, wantsScope } from "../model/event.ts";
import { formatWatchedItem } from "../model/watched-item.ts";
import { type CheckRule, failed, hasAttempt, notAsked, ok, skipped, unknown } from "./check.ts";

// Rules about the events of a webhook.

export const checkRepos: CheckRule = ({ watched, hub }) => {
  if (watched === undefined) return notAsked;
  if (watched.length === 0) {
    return failed("▲ watches nothing", "It watches nothing, so no event triggers it.", {
      kind: "by-hand",
      text: "Add an item to watch",
    });
  }
  const missing = watched.filter(({ found }) => "value" in found && !found.value).map(formatWatchedItem);
  if (missing.length > 0) {
    const list = missing.join(", ");
    // Triggered events need no repo.
    if (hub.isLocal) return skipped(`This hub has no ${list}, but events can be triggered.`);
    return failed("▲ no such repo", `${hub.name} shows no ${list} to this token.`, {
      kind: "by-hand",
      text: "Correct the name, or use a token that can read it",
    });
  }
  const doubts = watched.flatMap(({ found }) => ("unknown" in found ? [found.unknown] : []));
  if (doubts[0] !== undefined) return unknown(`${doubts[0]}.`);
  return ok(watched.length === 1 ? "The hub has the watched item." : "The hub has all watched items.");
};

export const checkDomain: CheckRule = (facts) => {
  const { seenEvents } = facts;
  const { domains } = facts.webhook;
  if (domains.length === 0) return ok("It fires for all domains.");
  if (seenEvents === undefined) return notAsked;
  const excluded = seenEvents.filter(({ scope }) => !wantsScope(domains, scope));
  const [event] = excluded;
  const isFired = hasAttempt(facts) || seenEvents.length > excluded.length;
  if (event === undefined || isFired) return ok(`It fires for the domains ${domains.join(", ")}.`);
  const domain = domainOf(event.scope);
  return failed(
    "▲ domain",
    `Its items had the event ${event.scope} ${event.action}, which its domains (${domains.join(", ")}) exclude.`,
    domain === null ? null : { kind: "add-domain", domain },
  );
};
