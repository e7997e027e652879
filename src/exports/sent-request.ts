import type { DeliveryDetail } from "../model/delivery.ts";
import { headersToSendOn, secretHeader } from "../model/end-to-end.ts";
import { defaultReceiverPort, isLoopback } from "../model/url.ts";
import { exactText } from "../text/exact-text.ts";
import { redacted } from "../text/redact.ts";
import { visible } from "../text/visible.ts";
import { shellBytes } from "./shell-bytes.ts";

/** Maximum size of a body in a command, in bytes; shells accept more, but nobody reads it. */
const inlineBytes = 16_384;

/** Target of a command that sends a delivery, and source of a separate body. */
export interface CommandOptions {
  /** URL to send to. @default `commandUrl` */
  readonly url?: string;
  /** Local URL of the running receiver. @default port 7860 of this machine */
  readonly receiverUrl?: string;
  /** True if the first argument of the shell replaces the URL. */
  readonly urlFromArgument?: boolean;
  /** Data directory of the delivery, for the command that prints a large body; absent for the default. */
  readonly dataDir?: string;
  /** Shell word for a file with the body, instead of a body in the command. */
  readonly bodyFile?: string;
}

type Request = Pick<DeliveryDetail, "headers" | "path">;

/** Body of a command: its text, or the command that writes it. */
export type CommandBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly word: string }
  | { readonly kind: "pipe"; readonly command: string };

/**
 * Returns the URL of a request. Scheme: `X-Forwarded-Proto`, otherwise http. Host: `Host`, or `localhost` if it is
 * invalid.
 */
export function requestUrl(request: Request): string {
  const scheme = /^https\b/i.test(valueOf(request, "x-forwarded-proto") ?? "") ? "https" : "http";
  return `${scheme}://${hostOf(request) ?? "localhost"}${pathOf(request)}`;
}

/**
 * Returns the target URL of a command: the original URL if it is on this machine, otherwise the receiver's, because a
 * sender can name any host.
 */
export function commandUrl(request: Request, { url, receiverUrl }: CommandOptions): string {
  if (url !== undefined) return url;
  const host = hostOf(request);
  const isOwn = isLoopback(URL.parse(`http://${host ?? ""}`)?.hostname ?? "");
  return (
    (isOwn ? `http://${host}` : (receiverUrl ?? `http://127.0.0.1:${defaultReceiverPort}`)) + pathOf(request)
  );
}

/** Returns the value of `Host`; null if missing or invalid in a URL. */
export function hostOf(request: Request): string | null {
  const host = valueOf(request, "host") ?? "";
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`);
  return isHost ? host : null;
}

/** Returns path and query of a request target; it may also be a URL or `*`. */
function pathOf({ path }: Request): string {
  const rest = path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return rest.startsWith("/") ? rest : rest.startsWith("?") ? `/${rest}` : "/";
}

function valueOf({ headers }: Request, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Returns true if a delivery had a secret; the log does not keep secrets. */
export function hadSecret({ headers }: Pick<DeliveryDetail, "headers">): boolean {
  return headers.some(([name, value]) => value === redacted && name.toLowerCase() === secretHeader);
}

/** Returns the headers that a command sends, without the secret and other redacted credentials. */
export function commandHeaders({ headers }: Pick<DeliveryDetail, "headers">): DeliveryDetail["headers"] {
  return headersToSendOn(headers, null);
}

/**
 * Returns a command line that sends a body and a secret. Pipes both: other users of the machine can list the
 * arguments of a process.
 * @param words the command
 * @param secret shell command that prints the secret, and the command's word for reading it from a file; null without
 * a secret
 */
export function pipeline(
  words: readonly string[],
  body: CommandBody,
  secret: { readonly printed: string; readonly wordFor: (file: string) => string } | null,
): string {
  const input = body.kind === "pipe" ? `${body.command} | ` : "";
  if (secret === null) return input + words.join(" ");
  if (input === "") return `${secret.printed} | ${[...words, secret.wordFor("/dev/stdin")].join(" ")}`;
  return `${secret.printed} | { ${input}${[...words, secret.wordFor("/dev/fd/3")].join(" ")}; } 3<&0`;
}

/** Chooses how a command gets the body of a delivery. */
export function commandBody(delivery: DeliveryDetail, { bodyFile, dataDir }: CommandOptions): CommandBody {
  const { seq, body } = delivery;
  if (body.length === 0) return { kind: "none" };
  if (bodyFile !== undefined) return { kind: "file", word: bodyFile };
  if (body.length > inlineBytes) {
    return { kind: "pipe", command: `hooklens deliveries show ${seq} --raw${dataDirWords(dataDir)}` };
  }
  const text = exactText(body);
  if (text !== null && isPasteable(text)) return { kind: "text", text };
  const base64 = Buffer.from(body).toString("base64");
  return { kind: "pipe", command: `printf %s ${base64} | base64 -d` };
}

/** Returns the option for a data directory with a space before it; empty for the default. */
export function dataDirWords(dataDir: string | undefined): string {
  return dataDir === undefined ? "" : ` --data-dir ${shellBytes(dataDir)}`;
}

/** Returns true if terminals and shells take a text literally. */
function isPasteable(text: string): boolean {
  return text.split("\n").every((line) => visible(line) === line);
}
