import type { Tone } from "../text/line.ts";
import { type CheckId, checkIds, type CheckRule, type WebhookCheck } from "./check.ts";
import { checkDomain, checkRepos } from "./event-rules.ts";
import type { WebhookFacts } from "./facts.ts";
import type { Fix } from "./fix.ts";
import {
  checkAddress,
  checkEnabled,
  checkReach,
  checkReceiver,
  checkRoute,
  checkSecret,
  checkTunnel,
} from "./path-rules.ts";
import { checkEvent, checkHandler, checkQuota, checkTarget } from "./result-rules.ts";
import { targetOf } from "./webhook-target.ts";

const checks: Readonly<Record<CheckId, readonly [title: string, rule: CheckRule]>> = {
  enabled: ["status", checkEnabled],
  address: ["address", checkAddress],
  receiver: ["receiver", checkReceiver],
  route: ["route", checkRoute],
  secret: ["secret", checkSecret],
  tunnel: ["tunnel", checkTunnel],
  reach: ["reach", checkReach],
  handler: ["handler", checkHandler],
  target: ["response", checkTarget],
  quota: ["quota", checkQuota],
  repo: ["watched items", checkRepos],
  domain: ["domains", checkDomain],
  event: ["last event", checkEvent],
};

/** Title of a check, before it has a result. */
export function checkTitle(id: CheckId): string {
  return checks[id][0];
}

/** Runs all checks of a webhook, in their order. */
export function checkWebhook(facts: WebhookFacts): readonly WebhookCheck[] {
  const target = targetOf(facts.receiver, facts.webhook.url);
  return checkIds.map((id) => {
    const [title, rule] = checks[id];
    const { result, detail, fix } = rule(facts, target);
    return { id, title, result, detail, fix };
  });
}

/** Short state of a webhook, with the fix for its first failed check. */
export interface Health {
  readonly tone: Tone;
  /** Glyph and words for a column: `✗ 403 ×9`. */
  readonly text: string;
  /** Sentence about the problem, or null. */
  readonly detail: string | null;
  /** Failed check, or null. */
  readonly failed: CheckId | null;
  readonly fix: Fix | null;
}

/** Returns the health of a webhook from its known facts: the first failed check. */
export function healthOf(facts: WebhookFacts): Health {
  const target = targetOf(facts.receiver, facts.webhook.url);
  let open: Health | null = null;
  for (const id of checkIds) {
    const { result, short, detail, fix } = checks[id][1](facts, target);
    if (result === "failed") {
      return { tone: "error", text: "✗ fails", ...short, detail, failed: id, fix };
    }
    // The other checks count only if nothing fails.
    if (short !== undefined) open ??= { ...short, detail, failed: null, fix };
  }
  return open ?? { tone: "ok", text: "✓", detail: null, failed: null, fix: null };
}
