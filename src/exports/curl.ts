import type { DeliveryDetail } from "../model/delivery.ts";
import { printSecretHeader } from "../model/end-to-end.ts";
import { shellWord } from "../text/shell-word.ts";
import {
  commandBody,
  type CommandBody,
  commandHeaders,
  type CommandOptions,
  commandUrl,
  hadSecret,
  pipeline,
} from "./sent-request.ts";
import { shellBytes } from "./shell-bytes.ts";

/** Headers that curl adds unless they are removed. */
const added = ["User-Agent", "Accept", "Content-Type", "Expect"];

/**
 * Returns the curl command that sends a delivery again: the same body, and the same headers except Host,
 * Content-Length and those of the connection. The secret comes from `$WEBHOOK_SECRET`. curl prints no progress and
 * fails on error statuses. Runs in any POSIX shell.
 */
export function curlCommand(delivery: DeliveryDetail, options: CommandOptions = {}): string {
  const headers = commandHeaders(delivery);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const body = commandBody(delivery, options);
  const words = [
    "curl -sS --fail-with-body --globoff --path-as-is",
    ...methodWords(delivery.method, body),
    urlWord(delivery, options),
    ...headers.map(([name, value]) => `-H ${shellBytes(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...added.filter((name) => !given.has(name.toLowerCase())).map((name) => `-H ${name}:`),
    ...bodyWords(body),
  ];
  const secret = {
    printed: printSecretHeader,
    wordFor: (file: string) => `-H @${file}`,
  };
  return pipeline(words, body, hadSecret(delivery) ? secret : null);
}

function urlWord(delivery: DeliveryDetail, options: CommandOptions): string {
  const url = commandUrl(delivery, options);
  if (options.urlFromArgument !== true) return shellBytes(url);
  // Within double quotes a shell reads the quotes of a word as text.
  return `"\${1:-${url.replaceAll(/[^\w:/.,?&=%@+-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`)}}"`;
}

function methodWords(method: string, body: CommandBody): readonly string[] {
  // curl waits for the body of a response to `-X HEAD`.
  if (method === "HEAD" && body.kind === "none") return ["--head"];
  return [`-X ${shellWord(method)}`];
}

function bodyWords(body: CommandBody): readonly string[] {
  switch (body.kind) {
    case "none":
      return [];
    case "text":
      return [`--data-raw ${shellWord(body.text)}`];
    case "file":
      return [`--data-binary @${body.word}`];
    case "pipe":
      return ["--data-binary @-"];
  }
}
