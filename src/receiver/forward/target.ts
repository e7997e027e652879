import { hostname, networkInterfaces } from "node:os";
import { UsageError } from "../../model/errors.ts";
import { isLoopback, plainHost } from "../../model/url.ts";
import { redactQuery, redactUrl } from "../../text/credential-names.ts";

/** A forward target that is invalid or is this receiver itself. */
export class ForwardTargetError extends UsageError {}

const example = "Use a form such as http://localhost:3000/hook, localhost:3000/hook or 3000";

/**
 * Parses a forward target: a URL, `localhost:3000/hook`, `:3000/hook` or `3000`. The default scheme is http, the default
 * host 127.0.0.1. A fragment is dropped.
 * @returns an http or https URL without user and password, such as `http://127.0.0.1:3000/`
 * @throws {ForwardTargetError}
 */
export function parseForwardTarget(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(withScheme(trimmed));
  // The URL parser would drop line ends and tabs and encode spaces; all of them are mistakes.
  if (url === null || url.host === "" || /\s/.test(trimmed)) {
    throw new ForwardTargetError({
      what: `"${redactQuery(hidePassword(text))}" is not a forward target`,
      hint: example,
    });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ForwardTargetError({
      what: `"${redactQuery(hidePassword(text))}" is not a forward target`,
      why: `${url.protocol.slice(0, -1)} is neither http nor https`,
      hint: example,
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new ForwardTargetError({
      what: `"${url.host}" has a user name or password in its URL`,
      why: "it would be stored with each delivery and shown in plain text",
      hint: "Let the target check the webhook secret instead, which is forwarded",
    });
  }
  url.hash = "";
  return url.href;
}

function withScheme(text: string): string {
  if (/^:?\d+(?:[/?#]|$)/.test(text)) return `http://127.0.0.1:${text.replace(/^:/, "")}`;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  const host = /^(?:\[[^\]]*\]|[^:/?#@]+)/.exec(text)?.[0] ?? "";
  // A name without a port is ambiguous (http, https or no host name) and therefore refused.
  const isPlain = isLoopback(host) || /^:\d+(?:[/?#]|$)/.test(text.slice(host.length));
  return isPlain ? `http://${text}` : "";
}

function hidePassword(text: string): string {
  return text.replace(/^((?:[^/?#]*\/\/)?)[^/?#]*@/, "$1…@");
}

/**
 * Refuses this receiver as the target: each delivery would loop.
 * @param ownUrls URLs of the receiver: the listening address and the tunnel
 * @throws {ForwardTargetError}
 */
export function refuseOwnAddress(target: string, ownUrls: readonly string[]): void {
  if (!isOwnAddress(target, ownUrls)) return;
  throw new ForwardTargetError({
    what: `deliveries cannot be forwarded to ${redactUrl(target)}`,
    why: "it is this receiver itself, so each delivery would be forwarded in a loop",
    hint: "Use the address of the program that handles the deliveries",
  });
}

/** Returns true if the target is this receiver. @param ownUrls as for `refuseOwnAddress` */
export function isOwnAddress(target: string, ownUrls: readonly string[]): boolean {
  return ownUrls.some((own) => isSameServer(new URL(target), new URL(own)));
}

function isSameServer(target: URL, own: URL): boolean {
  if (target.protocol !== own.protocol || target.port !== own.port) return false;
  const [host, ownHost] = [plainHost(target.hostname), plainHost(own.hostname)];
  if (host === ownHost) return true;
  const isOfThisMachine = isLoopback(host) || unspecified.has(host);
  if (isLoopback(ownHost)) return isOfThisMachine;
  // A server on all addresses is reachable at each of them, and by the name of its machine.
  return unspecified.has(ownHost) && (isOfThisMachine || ownHosts().has(host));
}

const unspecified: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** Returns the name and the addresses of this machine. */
function ownHosts(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set([hostname(), ...all.map(({ address }) => address)].map(plainHost));
}
