import type { DeliveryDetail } from "../model/delivery.ts";
import { secretHeader } from "../model/end-to-end.ts";
import { shellWord } from "../text/shell-word.ts";
import {
  commandBody,
  commandHeaders,
  type CommandOptions,
  commandUrl,
  hadSecret,
  pipeline,
} from "./sent-request.ts";
import { shellBytes } from "./shell-bytes.ts";

/** Headers that HTTPie adds unless they are removed. */
const added = ["User-Agent", "Accept", "Accept-Encoding", "Content-Type"];

/**
 * Returns the HTTPie 3 command that sends a delivery again, with the same body and headers as the curl command.
 * HTTPie fails on error statuses.
 */
export function httpieCommand(delivery: DeliveryDetail, options: CommandOptions = {}): string {
  const headers = commandHeaders(delivery);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const read = commandBody(delivery, options);
  const body = read.kind === "file" ? { kind: "pipe" as const, command: `cat ${read.word}` } : read;
  const words = [
    `http --check-status${body.kind === "pipe" ? "" : " --ignore-stdin"}`,
    ...(body.kind === "text" ? [`--raw ${shellWord(body.text)}`] : []),
    shellWord(delivery.method),
    shellBytes(commandUrl(delivery, options)),
    ...headers.map(([name, value]) => shellBytes(value === "" ? `${name};` : `${name}:${escaped(value)}`)),
    ...added.filter((name) => !given.has(name.toLowerCase())).map((name) => `${name}:`),
  ];
  const secret = {
    printed: 'printf %s "$WEBHOOK_SECRET"',
    wordFor: (file: string) => `${secretHeader}:@${file}`,
  };
  return pipeline(words, body, hadSecret(delivery) ? secret : null);
}

/** Escapes the start of a value that would turn the preceding colon into another separator: `:=`, `:@`. */
function escaped(value: string): string {
  return /^[:=@]/.test(value) ? `\\${value}` : value;
}
