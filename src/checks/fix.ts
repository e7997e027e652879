import type { Domain } from "../model/event.ts";
import { redactUrl } from "../text/credential-names.ts";
import { shellLine } from "../text/shell-word.ts";

/** Action that removes the cause of a failed check. */
export type Fix =
  /** Enables the webhook. */
  | { readonly kind: "enable" }
  /** Releases the dispatches of a held webhook. */
  | { readonly kind: "release" }
  /** Changes the URL of the webhook. */
  | { readonly kind: "move"; readonly to: string }
  /** Opens the tunnel to which the webhook sends, now or then. */
  | { readonly kind: "open-tunnel"; readonly moves: boolean }
  /** Starts the receiver; the app always runs one. */
  | { readonly kind: "start-receiver"; readonly port: number | null }
  | { readonly kind: "add-route"; readonly route: string }
  /** Puts the secret of a route into the webhook. */
  | { readonly kind: "put-secret"; readonly route: string }
  /** Sends the last dispatch again. */
  | {
      readonly kind: "replay";
      /** Action needed first, as an imperative without a period. */
      readonly first?: string | undefined;
    }
  /** Changes the URL to that of a redirect. */
  | { readonly kind: "set-url"; readonly to: string }
  /** Edits the webhook by hand. */
  | { readonly kind: "edit"; readonly field: "url" | "secret" }
  | { readonly kind: "add-domain"; readonly domain: Domain }
  | { readonly kind: "trigger" }
  /** Action outside of hooklens, as an imperative without a period. */
  | { readonly kind: "by-hand"; readonly text: string };

/** Labels of at most three words, for a key. */
const labels: Readonly<Record<Fix["kind"], string>> = {
  enable: "enable",
  release: "release",
  move: "update address",
  "open-tunnel": "open tunnel",
  "start-receiver": "start receiver",
  "add-route": "add route",
  "put-secret": "set secret",
  replay: "replay last",
  "set-url": "change URL",
  edit: "edit",
  "add-domain": "add domain",
  trigger: "trigger",
  "by-hand": "fix",
};

/** Returns the label of the key that applies a fix. */
export function fixLabel({ kind }: Fix): string {
  return labels[kind];
}

/** Describes a fix, as an imperative without a period. */
export function fixText(fix: Fix): string {
  switch (fix.kind) {
    case "enable":
      return "Enable the webhook";
    case "release":
      return "Release the webhook";
    case "move":
      return `Point the webhook to ${redactUrl(fix.to)}`;
    case "open-tunnel":
      return fix.moves ? "Open the tunnel and point the webhook to it" : "Open the tunnel";
    case "start-receiver":
      return "Start the receiver";
    case "add-route":
      return `Add the route ${fix.route} to the receiver`;
    case "put-secret":
      return "Set the receiver's secret in the webhook";
    case "replay":
      return fix.first === undefined
        ? "Replay its last dispatch"
        : `${fix.first}, then replay its last dispatch`;
    case "set-url":
      return `Change the URL to ${redactUrl(fix.to)}`;
    case "edit":
      return fix.field === "url"
        ? "Edit the webhook: correct its URL"
        : "Edit the webhook: enter the secret of the target";
    case "add-domain":
      return `Add the domain ${fix.domain} to the webhook`;
    case "trigger":
      return "Trigger an event";
    case "by-hand":
      return fix.text;
  }
}

/** Describes a fix for the command line: its command, or its action. */
export function fixCommand(fix: Fix, webhook: FixedWebhook): string {
  const { id } = webhook;
  const hooklens = (...words: readonly string[]) => shellLine(["hooklens", ...words]);
  switch (fix.kind) {
    case "enable":
      return hooklens("webhooks", "enable", id);
    case "release":
      return hooklens("webhooks", "release", id);
    case "move":
      return hooklens("webhooks", "update", id, "--url", redactUrl(fix.to));
    case "open-tunnel":
      return fix.moves
        ? `${hooklens("receive", "--tunnel", "ngrok")}, then update the webhook to its URL`
        : hooklens("receive", "--tunnel", "ngrok");
    case "start-receiver":
      return hooklens("receive", ...(fix.port === null ? [] : ["--port", String(fix.port)]));
    case "add-route":
      return addRouteCommand(fix.route);
    case "put-secret":
      return `${hooklens("webhooks", "update", id, "--secret", "-")}, and type the secret of the route ${fix.route}`;
    case "replay": {
      const replaying = `${hooklens("webhooks", "activity", id)}, then webhooks replay ${id} DISPATCH`;
      return fix.first === undefined ? replaying : `${fix.first}, then ${replaying}`;
    }
    case "set-url":
      return hooklens("webhooks", "update", id, "--url", redactUrl(fix.to));
    case "edit":
      return fix.field === "url"
        ? `${hooklens("webhooks", "update", id, "--url")} URL`
        : hooklens("webhooks", "update", id, "--secret", "-");
    case "add-domain": {
      const all = [...webhook.domains, fix.domain].flatMap((domain) => ["--domain", domain]);
      return hooklens("webhooks", "update", id, ...all);
    }
    case "trigger": {
      const item = webhook.watched[0];
      const repo = item === undefined ? "type:owner/name" : `${item.type}:${item.name}`;
      return hooklens("trigger", "repo.content.update", "--repo", repo);
    }
    case "by-hand":
      return fix.text;
  }
}

/** Returns the command that starts a receiver with a route. */
export function addRouteCommand(route: string): string {
  // A separate value must not begin with a dash.
  const option = route.startsWith("-") ? [`--route=${route}`] : ["--route", route];
  return shellLine(["hooklens", "receive", ...option]);
}

/** Webhook that a fix changes. */
interface FixedWebhook {
  readonly id: string;
  readonly domains: readonly string[];
  readonly watched: readonly { readonly type: string; readonly name: string }[];
}
