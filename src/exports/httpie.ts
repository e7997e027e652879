import type { DeliveryDetail } from "../model/delivery.ts";
import { secretHeader } from "../model/end-to-end.ts";
import { shellWord } from "../text/shell-word.ts";
import { commandBody, commandHeaders, type CommandOptions, hadSecret, requestUrl } from "./sent-request.ts";
import { shellBytes } from "./shell-bytes.ts";

/** Headers that HTTPie adds by itself unless they are removed. */
const added = ["User-Agent", "Accept", "Accept-Encoding", "Content-Type"];

/**
 * Returns the command line with which HTTPie 3 sends a delivery again, with the same body and headers as that
 * of curl.
 */
export function httpieCommand(delivery: DeliveryDetail, options: CommandOptions = {}): string {
  const headers = commandHeaders(delivery);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const body = commandBody(delivery, options);
  const words = [
    body.kind === "text" || body.kind === "none" ? "http --ignore-stdin" : "http",
    ...(body.kind === "text" ? [`--raw ${shellWord(body.text)}`] : []),
    shellWord(delivery.method),
    shellBytes(options.url ?? requestUrl(delivery)),
    ...headers.map(([name, value]) => shellBytes(value === "" ? `${name};` : `${name}:${escaped(value)}`)),
    ...(hadSecret(delivery) ? [`"${secretHeader}:$WEBHOOK_SECRET"`] : []),
    ...added.filter((name) => !given.has(name.toLowerCase())).map((name) => `${name}:`),
    ...(body.kind === "file" ? [`< ${body.word}`] : []),
  ];
  return (body.kind === "pipe" ? [body.command, "|", ...words] : words).join(" ");
}

/** Escapes the start of a value that would make another separator of the colon before it: `:=`, `:@`. */
function escaped(value: string): string {
  return /^[:=@]/.test(value) ? `\\${value}` : value;
}
