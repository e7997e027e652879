import type { DeliveryDetail } from "../model/delivery.ts";
import { headersToSendOn, secretHeader } from "../model/end-to-end.ts";
import { exactText } from "../text/exact-text.ts";
import { redacted } from "../text/redact.ts";
import { visible } from "../text/visible.ts";
import { shellBytes } from "./shell-bytes.ts";

/** Maximum body that is part of a command, in bytes; a shell takes more, a person does not read it. */
const inlineBytes = 16_384;

/** Target of a command that sends a delivery, and source of a body that is not part of it. */
export interface CommandOptions {
  /** URL to send to. @default the URL the delivery was sent to */
  readonly url?: string;
  /** True if the first argument of the shell replaces the URL. */
  readonly urlFromArgument?: boolean;
  /** Data directory of the delivery, for the command that prints a large body; absent for the default. */
  readonly dataDir?: string;
  /** Shell word for a file with the body, which is then not part of the command. */
  readonly bodyFile?: string;
}

/** Body of a command: its text, or the command that writes it. */
export type CommandBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "file"; readonly word: string }
  | { readonly kind: "pipe"; readonly command: string };

/**
 * Returns the URL a delivery was sent to. The scheme is that of `X-Forwarded-Proto`, else http, and the host
 * that of `Host`.
 */
export function requestUrl({ headers, path }: Pick<DeliveryDetail, "headers" | "path">): string {
  const valueOf = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const scheme = /^https\b/i.test(valueOf("x-forwarded-proto") ?? "") ? "https" : "http";
  const host = valueOf("host") ?? "";
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
  return `${scheme}://${isHost ? host : "localhost"}${path.startsWith("/") ? path : "/"}`;
}

/** Returns true if a delivery was sent with a secret, which the log does not keep. */
export function hadSecret({ headers }: Pick<DeliveryDetail, "headers">): boolean {
  return headers.some(([name, value]) => value === redacted && name.toLowerCase() === secretHeader);
}

/** Returns the headers that a command sends, without the secret and other redacted credentials. */
export function commandHeaders({ headers }: Pick<DeliveryDetail, "headers">): DeliveryDetail["headers"] {
  return headersToSendOn(headers, null);
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

/** Returns true if a terminal and a shell take a text as it is. */
function isPasteable(text: string): boolean {
  return text.split("\n").every((line) => visible(line) === line);
}
