import type { LastAttempt } from "../model/webhook-activity.ts";
import type { Webhook } from "../model/webhook.ts";
import { reasonOfCode } from "../text/connection-reason.ts";
import { redactUrl } from "../text/credential-names.ts";
import { count } from "../text/numbers.ts";
import { type CheckRule, failed, hasAttempt, leadsNowhere, notAsked, ok, skipped, unknown } from "./check.ts";
import type { WebhookFacts } from "./facts.ts";
import type { Fix } from "./fix.ts";
import { ago, until } from "./moments.ts";
import { isJob, noReceiver, notHere } from "./path-rules.ts";
import { checkRecovery } from "./recovery-rule.ts";
import { checkRun } from "./run-rule.ts";
import { targetCause } from "./target-causes.ts";
import type { WebhookTarget } from "./webhook-target.ts";

// Rules about the results of dispatches.

export const checkHandler: CheckRule = (facts, target) => {
  const { receiver, failed: delivery, hub } = facts;
  if (target.kind === "job") return isJob;
  if (target.kind !== "here") return notHere;
  if (receiver.stopped !== null) return noReceiver;
  const broken = receiver.brokenHandlers.find(({ route }) => route === target.route);
  if (broken !== undefined) {
    return failed("✗ handler", `${broken.file} cannot be loaded: ${broken.error}.`, {
      kind: "by-hand",
      text: `Fix ${broken.file}; it is reloaded when it is saved`,
    });
  }
  if (delivery === undefined) return notAsked;
  if (delivery === null) {
    return hasAttempt(facts)
      ? ok("Its newest delivery did not fail here.")
      : skipped("No delivery of it is known yet.");
  }
  const { seq, reason } = delivery;
  return failed(
    "✗ handler",
    `Delivery ${seq} failed: ${reason}.`,
    hub.isLocal
      ? { kind: "replay" }
      : { kind: "by-hand", text: `Fix the cause, then replay delivery ${seq}` },
  );
};

export const checkTarget: CheckRule = (facts, target) => {
  const { activity, hub, nowMs } = facts;
  if (activity === undefined) return notAsked;
  const last = activity?.last ?? null;
  if (last === null || activity === null) {
    return hub.isLocal
      ? skipped("There was no attempt yet.")
      : unknown(`${hub.name} does not report attempts, and none is in the log.`);
  }
  const { status, error, at } = last;
  const when = ago(at, nowMs);
  const why = reasonOfCode(error ?? "no response");
  const attempt =
    status === null ? `The last attempt failed ${when} (${why})` : `The last attempt got ${status} ${when}`;
  if (isFormer(last, facts.webhook)) {
    return {
      ...unknown(`${attempt}, at a former address of this webhook.`, last.ok ? null : replay(facts)),
      short: { tone: "muted", text: "? not tried" },
    };
  }
  if (last.ok) {
    const success =
      target.kind !== "job"
        ? ok(`The last attempt got ${status ?? "a response"} ${when}.`)
        : activity.run === null
          ? ok(`A run was started ${when}.`)
          : checkRun(activity.run, nowMs);
    if (isPast(facts, target)) return unknown(success.detail);
    return success.short === undefined ? checkRecovery(success, activity, nowMs) : success;
  }
  if (isRepaired(facts, target, status)) {
    const next =
      activity.nextAttemptAt === null ? "" : `; the next is ${until(activity.nextAttemptAt, nowMs)}`;
    return {
      ...unknown(`${attempt}, before the cause was removed${next}.`, replay(facts)),
      short: { tone: "muted", text: "? retry" },
    };
  }
  const times = activity.failures > 1 ? ` ×${count(activity.failures)}` : "";
  const since =
    activity.failures > 1 && activity.failingSince !== null
      ? ` ${count(activity.failures)} attempts have failed in a row, the first ${ago(activity.failingSince, nowMs)}.`
      : activity.failures === 0 && activity.from === "hub"
        ? " Failures in a row are counted from when the webhook was enabled, without replays."
        : "";
  const { url } = facts.webhook;
  // The other checks know the causes of this receiver.
  const isAway = target.kind === "elsewhere" || target.kind === "other-port";
  const cause = isAway && url !== null ? targetCause(last, url) : null;
  if (cause !== null) {
    return failed(
      `✗ ${cause.short}${times}`,
      `The last attempt ${status === null ? "failed" : `got ${status}`} ${when}. ${cause.detail}${since}`,
      cause.fix.kind === "replay" ? replay(facts, cause.fix.first) : cause.fix,
    );
  }
  const reason = status ?? (activity.from === "hub" ? "no response" : (error ?? "failed").slice(0, 12));
  const short = `✗ ${target.kind === "job" ? "not started" : reason}${times}`;
  const detail = target.kind === "job" ? `No run was started ${when}: ${status ?? why}.` : `${attempt}.`;
  return failed(short, `${detail}${since}`, replay(facts));
};

/** Returns true if an attempt used a former address of the webhook. The hub reports addresses without credentials. */
function isFormer({ target }: LastAttempt, { url }: Webhook): boolean {
  const shown = (address: string) => URL.parse(redactUrl(address))?.href;
  return target !== undefined && url !== null && shown(target) !== shown(url);
}

/** Returns true for an outdated success: its receiver stopped or moved, or nothing answers at its address now. */
function isPast(facts: WebhookFacts, target: WebhookTarget): boolean {
  return (target.kind === "here" && facts.receiver.stopped !== null) || leadsNowhere(facts, target);
}

/** Returns true if other checks found the cause of a failed attempt at this receiver removed. */
function isRepaired(
  { receiver, secretAccepted }: WebhookFacts,
  target: WebhookTarget,
  status: number | null,
): boolean {
  if (target.kind !== "here" || receiver.stopped !== null) return false;
  if (target.route === null || !receiver.routes.includes(target.route)) return false;
  if (status === 401 || status === 403) return secretAccepted === true;
  return status === null || status === 404;
}

/** @param first action needed before a replay, as an imperative without a period */
function replay({ hub }: WebhookFacts, first?: string): Fix | null {
  if (hub.isLocal) return { kind: "replay", first };
  return first === undefined ? null : { kind: "by-hand", text: first };
}

export const checkQuota: CheckRule = ({ activity, hub }) => {
  if (activity === undefined) return notAsked;
  const triggers = activity?.triggers ?? null;
  if (triggers === null) {
    return hub.isLocal
      ? skipped("The hub limits no triggers, or counted none yet.")
      : unknown(`${hub.name} does not report its count; it allows 1,000 triggers a day.`);
  }
  const { used, limit } = triggers;
  const share = `${count(used)} of ${count(limit)} triggers of 24 h`;
  return used < limit
    ? ok(`${share} are used.`)
    : failed("▲ over quota", `${share} are used; further events are not sent.`, {
        kind: "by-hand",
        text: "Wait until older triggers are 24 h old, or watch fewer items",
      });
};

export const checkEvent: CheckRule = ({ activity, hub, nowMs, webhook }) => {
  if (activity === undefined) return notAsked;
  const last = activity?.last ?? null;
  if (last !== null) return ok(`Its last event was sent ${ago(last.at, nowMs)}.`);
  if (activity !== null && activity.waiting > 0) return ok("An event waits for its first attempt.");
  const [item] = webhook.watched;
  const watched = item === undefined ? "the watched repos" : `${item.type}:${item.name}`;
  return hub.isLocal
    ? {
        ...unknown("Nothing has happened yet: no event has triggered it.", { kind: "trigger" }),
        short: { tone: "muted", text: "– no event" },
      }
    : {
        ...unknown(`The log has no delivery of this webhook yet. ${hub.name} does not report events.`, {
          kind: "by-hand",
          text: `Change ${watched}: a commit or a comment triggers it`,
        }),
        short: { tone: "muted", text: "– none seen" },
      };
};
