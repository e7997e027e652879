import process from "node:process";
import { repoVariables } from "../../model/job-rerun.ts";
import { isShort } from "../../model/secret.ts";
import type { Incoming } from "../action.ts";

/**
 * Maximum size of a payload in a variable, in bytes. A system limits a variable to 128 kB (execve(2),
 * MAX_ARG_STRLEN).
 */
const maxVariableBytes = 100_000;

/** Names of variables with secrets, or settings, of hooklens. */
const own = /^(?:HF_TOKEN|HUGGING_FACE_HUB_TOKEN|WEBHOOK_SECRET(?:_.*)?|HOOKLENS_.*)$/;

/** Part of the environment that a program inherits. */
export interface Inherited {
  /** Names of the variables that a program gets although they are secrets of hooklens. */
  readonly allowed: readonly string[];
  /** Returns the secrets of the receiver; a variable with one as its value is not inherited. */
  readonly known: () => readonly string[];
}

/** Returns the environment of a program: the one of hooklens without its secrets, and the delivery. */
export function programEnvironment(
  incoming: Incoming,
  payloadFile: string,
  { allowed, known }: Inherited,
): Record<string, string> {
  const secrets = new Set(known().filter((secret) => !isShort(secret)));
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (allowed.includes(entry[0]) || !(own.test(entry[0]) || secrets.has(entry[1]))),
  );
  const { route, seq, body, payload, event } = incoming;
  const repo =
    typeof payload === "object" && payload !== null && "repo" in payload ? payload.repo : undefined;
  return {
    ...Object.fromEntries(inherited.filter(([name]) => !ofDelivery.has(name))),
    ...(body.byteLength <= maxVariableBytes && { WEBHOOK_PAYLOAD: Buffer.from(body).toString("utf8") }),
    WEBHOOK_PAYLOAD_FILE: payloadFile,
    ...repoVariables(repo),
    ...(event.id !== null && { WEBHOOK_ID: event.id }),
    WEBHOOK_TRY: String(event.number),
    WEBHOOK_FIRST_TRY_AT: new Date(event.firstAtMs).toISOString(),
    WEBHOOK_DELIVERY: String(seq),
    WEBHOOK_ROUTE: route,
  };
}

/** Variables that a delivery may lack; one of the process that starts hooklens is not passed on. */
const ofDelivery: ReadonlySet<string> = new Set([
  "WEBHOOK_PAYLOAD",
  "WEBHOOK_REPO_ID",
  "WEBHOOK_REPO_TYPE",
  "WEBHOOK_ID",
]);
