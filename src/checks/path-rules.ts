import { isLoopback } from "../model/url.ts";
import { redactUrl } from "../text/credential-names.ts";
import { count } from "../text/numbers.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  notAsked,
  ok,
  othersAnswer,
  skipped,
  unknown,
  warning,
} from "./check.ts";
import type { Answering, ReceiverFacts, WebhookFacts } from "./facts.ts";
import type { Fix } from "./fix.ts";
import { ago } from "./moments.ts";
import { type WebhookTarget, withBase } from "./webhook-target.ts";

// Rules about the path from the hub to the receiver.

export const isJob = skipped("It starts a Job.");
export const notHere = skipped("It sends elsewhere.");
export const noReceiver = skipped("The receiver does not run.");

/** Status by which a target unsubscribes. */
const goneStatus = 410;

export const checkEnabled: CheckRule = ({ webhook, hub, activity }) => {
  const fix: Fix = { kind: "enable" };
  if (webhook.suspended) {
    return failed("✗ suspended", "The hub suspended the webhook after failures.", fix);
  }
  if (webhook.disabled && hub.isLocal && activity?.last?.status === goneStatus) {
    return failed(
      "✗ 410 gone",
      "The target answered 410 Gone, which disables a webhook. Enabling it unchanged fails again.",
      { kind: "by-hand", text: "Change its URL, then enable it, or delete it" },
    );
  }
  if (webhook.disabled) {
    return failed(
      "○ disabled",
      `The webhook is disabled; the hub ${hub.isLocal ? "holds its events" : "sends it nothing"}.`,
      fix,
    );
  }
  if (webhook.held !== true) return ok("The webhook is enabled.");
  const held = activity?.held ?? 0;
  const wait = `${count(held)} ${held === 1 ? "waits" : "wait"}`;
  return failed(
    held === 0 ? "◌ held" : `◌ held · ${wait}`,
    `A person holds the webhook: nothing is sent until it is released, and ${held === 0 ? "nothing waits yet" : wait}.`,
    { kind: "release" },
  );
};

export const checkAddress: CheckRule = (facts, target) => {
  const { receiver, activity, nowMs } = facts;
  if (target.kind === "job") return isJob;
  if (target.kind === "elsewhere") return checkElsewhere(facts);
  if (receiver.stopped !== null) return noReceiver;
  if (target.kind === "here") return target.isPublic ? ok("It sends to this receiver.") : checkHere(facts);
  if (target.kind === "old-tunnel") {
    return receiver.publicUrl === null
      ? unknown("It sends to a former tunnel URL of this receiver; no tunnel is open.")
      : failed(
          "▲ old tunnel",
          `It sends to an old tunnel URL; the tunnel is now at ${receiver.publicUrl}.`,
          newAddress(facts),
        );
  }
  if (facts.answering === "receiver") return ok(`This receiver answers at port ${target.port}, too.`);
  const there = facts.answering === undefined ? "" : `, where ${whoAnswers[facts.answering]}`;
  const where = `It sends to port ${target.port}${there}; this receiver listens on port ${URL.parse(receiver.url ?? "")?.port ?? ""}.`;
  const last = activity?.last ?? null;
  if (last !== null && othersAnswer(facts, target)) {
    return warning(
      "▲ other port",
      `${where} Its last success there was ${ago(last.at, nowMs)}.`,
      newAddress(facts),
    );
  }
  const past =
    last?.ok === true ? ` Its last success, ${ago(last.at, nowMs)}, was before this receiver started.` : "";
  return failed("▲ port moved", `${where}${past}`, newAddress(facts));
};

const whoAnswers: Readonly<Record<Exclude<Answering, "receiver">, string>> = {
  "other-receiver": "another receiver answers",
  program: "another program answers",
  nothing: "nothing listens",
};

/** Checks an address outside of this receiver. */
function checkElsewhere({ webhook, hub, activity, answering, nowMs }: WebhookFacts): Finding {
  if (answering !== "nothing") return ok("It sends to an address outside this receiver.");
  const last = activity?.last ?? null;
  const past = last?.ok === true ? ` Its last success was ${ago(last.at, nowMs)}.` : "";
  const start = "Start the program there";
  return failed(
    "✗ nobody listens",
    `Nothing listens on ${URL.parse(webhook.url ?? "")?.host ?? ""}.${past}`,
    hub.isLocal && last?.ok === false ? { kind: "replay", first: start } : { kind: "by-hand", text: start },
  );
}

/** Checks an address with the port of this receiver, at which another program may answer: `localhost` has two. */
function checkHere(facts: WebhookFacts): Finding {
  const { webhook, receiver, answering } = facts;
  if (answering === undefined) return ok("It sends to this receiver.");
  if (answering === "receiver") return ok("It sends to this receiver, which answers there.");
  const { host = "", origin = "" } = URL.parse(webhook.url ?? "") ?? {};
  const isSame = receiver.url !== null && URL.parse(receiver.url)?.origin === origin;
  return failed(
    answering === "nothing" ? "✗ nobody listens" : "▲ other program",
    `It sends to ${host}, where ${whoAnswers[answering]}; this receiver is at ${receiver.url}.`,
    isSame
      ? { kind: "by-hand", text: "Restart the receiver, on another port if this one is taken" }
      : newAddress(facts),
  );
}

/** Returns the fix that points a webhook to the current address of the receiver. */
function newAddress({ webhook, hub, receiver }: WebhookFacts): Fix | null {
  const base = hub.reachesLoopback ? (receiver.publicUrl ?? receiver.url) : receiver.publicUrl;
  if (base === null) return openTunnel(receiver, true);
  return webhook.url === null ? null : { kind: "move", to: withBase(webhook.url, base) };
}

function openTunnel({ closedTunnel }: ReceiverFacts, moves: boolean): Fix {
  if (closedTunnel === undefined) {
    return { kind: "by-hand", text: "Send to a public address: no tunnel is available here" };
  }
  return closedTunnel.why === null
    ? { kind: "open-tunnel", moves }
    : { kind: "by-hand", text: `Open the tunnel; it cannot be opened now: ${closedTunnel.why}` };
}

export const checkReceiver: CheckRule = ({ receiver, webhook }, target) => {
  if (target.kind === "job") return isJob;
  if (target.kind === "elsewhere") return notHere;
  if (receiver.stopped === null) return ok(`The receiver listens at ${receiver.url}.`);
  const url = webhook.url === null ? null : URL.parse(webhook.url);
  const port = url !== null && isLoopback(url.hostname) && url.port !== "" ? Number(url.port) : null;
  return failed("✗ no receiver", `The receiver does not run: ${receiver.stopped}.`, {
    kind: "start-receiver",
    port,
  });
};

export const checkRoute: CheckRule = ({ receiver, webhook }, target) => {
  const away = awayFrom(receiver, target);
  if (away !== null) return away;
  const route = "route" in target ? target.route : null;
  const list = receiver.routes.length === 0 ? "none" : receiver.routes.join(", ");
  if (route === null) {
    const path = webhook.url === null ? "" : (URL.parse(webhook.url)?.pathname ?? "");
    return failed("✗ no route", `The receiver has no route at ${redactUrl(path)}. Its routes: ${list}.`, {
      kind: "by-hand",
      text: `Point the webhook to /webhooks/${receiver.routes[0] ?? "inbox"}`,
    });
  }
  return receiver.routes.includes(route)
    ? ok(`The receiver has the route ${route}.`)
    : failed("✗ no route", `The receiver has no route ${route}. Its routes: ${list}.`, {
        kind: "add-route",
        route,
      });
};

export const checkSecret: CheckRule = ({ receiver, webhook, secretAccepted }, target) => {
  const away = awayFrom(receiver, target);
  if (away !== null) return away;
  const route = "route" in target ? target.route : null;
  if (route === null || !receiver.routes.includes(route)) return skipped("The route is missing.");
  if (secretAccepted === undefined) return notAsked;
  if (secretAccepted) return ok("The receiver accepts the webhook's secret.");
  const has = webhook.secret !== null && webhook.secret !== "";
  return failed(
    has ? "✗ secret differs" : "✗ no secret",
    has
      ? `The route ${route} does not accept the webhook's secret.`
      : `The webhook has no secret, and the route ${route} requires one.`,
    { kind: "put-secret", route },
  );
};

/** Returns the receiver's finding for a webhook that does not reach it, or null. */
function awayFrom({ stopped }: ReceiverFacts, target: WebhookTarget): Finding | null {
  if (target.kind === "job") return isJob;
  if (target.kind === "elsewhere" || target.kind === "other-port") return notHere;
  return stopped === null ? null : noReceiver;
}

export const checkTunnel: CheckRule = ({ receiver }, target) => {
  if (target.kind === "old-tunnel" && receiver.publicUrl === null) {
    if (receiver.stopped !== null) return noReceiver;
    const { closedTunnel } = receiver;
    const why = closedTunnel?.why === null || closedTunnel === undefined ? "" : ` (${closedTunnel.why})`;
    return failed(
      "▲ tunnel down",
      `It sends to a tunnel that is not open${why}.`,
      openTunnel(receiver, false),
    );
  }
  if (target.kind === "here") {
    return target.isPublic
      ? ok(`The receiver is public at ${receiver.publicUrl}.`)
      : skipped("It uses no tunnel.");
  }
  return target.kind === "job" ? isJob : notHere;
};

export const checkReach: CheckRule = (facts, target) => {
  const { hub, webhook, receiver, activity, nowMs } = facts;
  if (target.kind === "job") return isJob;
  const host = webhook.url === null ? "" : (URL.parse(webhook.url)?.hostname ?? "");
  if (target.kind === "here" && target.isPublic) return ok("It sends to the public URL of the receiver.");
  if (!isLoopback(host)) return ok("Its address is not limited to this machine.");
  if (hub.reachesLoopback) return ok(`The hub runs on this machine, like ${host}.`);
  const fix =
    target.kind === "elsewhere" || receiver.stopped !== null
      ? ({ kind: "by-hand", text: "Give the webhook a public address" } as const)
      : newAddress(facts);
  const cause = `${hub.name} cannot reach ${host}, which is local to this machine`;
  const last = activity?.last ?? null;
  if (last === null) return failed("▲ unreachable", `${cause}.`, fix);
  // A proxy may lead there, or a local program may have sent it.
  return {
    ...unknown(`${cause}, unless a proxy leads there: its last delivery came ${ago(last.at, nowMs)}.`, fix),
    short: { tone: "muted", text: "? unreachable" },
  };
};
