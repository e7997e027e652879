import { dirname } from "node:path";
import process from "node:process";
import { readSecretReference } from "../../../../engine/secret-reference.ts";
import { secretProblem } from "../../../../model/secret.ts";
import { WebhooksFileError } from "../../../errors.ts";
import type { DeclaredWebhook } from "./webhooks-file.ts";

/** Declared webhook with its secret: undefined keeps the present one, null is none. */
export interface WantedWebhook extends Omit<DeclaredWebhook, "secret"> {
  readonly secret: string | null | undefined;
  /** Reference to the secret, as the file has it; absent if it has none. */
  readonly secretFrom?: string | undefined;
}

/** Variables with tokens; no file may send them to a URL as a webhook secret. */
const tokenVariables: ReadonlySet<string> = new Set([
  "HF_TOKEN",
  "HUGGING_FACE_HUB_TOKEN",
  "HOOKLENS_HUB_TOKEN",
  "HOOKLENS_METRICS_TOKEN",
  "NGROK_AUTHTOKEN",
]);

/** Tokens of the Hub and of the local hub, from any variable or file. */
const hubToken = /^hf_[\w-]{16,}$/;

/**
 * Resolves the references to secrets. If `onMissing` returns, a missing secret keeps the present one.
 * @param file path of the declaring file, to whose directory `@FILE` is relative; `-` for the working directory
 * @param tokens tokens of the settings
 * @param onMissing called with all references without a secret; may throw
 * @throws {WebhooksFileError} names the first reference with an unusable secret, or with a token
 */
export function withSecrets(
  declared: readonly DeclaredWebhook[],
  file: string,
  tokens: readonly (string | null)[],
  onMissing: (references: readonly string[]) => void,
): readonly WantedWebhook[] {
  const directory = file === "-" ? process.cwd() : dirname(file);
  const missing = new Set<string>();
  const secrets = new Map<string, string>();
  for (const { secret } of declared) {
    if (typeof secret !== "string" || secrets.has(secret)) continue;
    const value = readSecretReference(secret, directory);
    if (value === null) missing.add(secret);
    else secrets.set(secret, checked(value, secret, tokens));
  }
  if (missing.size > 0) onMissing([...missing]);
  return declared.map((webhook) => ({
    ...webhook,
    ...(typeof webhook.secret === "string"
      ? { secret: secrets.get(webhook.secret), secretFrom: webhook.secret }
      : { secret: webhook.secret }),
  }));
}

function checked(secret: string, reference: string, tokens: readonly (string | null)[]): string {
  if (
    tokenVariables.has(reference.replace(/^env:/, "")) ||
    hubToken.test(secret) ||
    tokens.includes(secret)
  ) {
    throw new WebhooksFileError({
      what: `${reference} cannot be the secret of a webhook`,
      why: "it is a token, which the hub would send to the URL with each delivery",
      hint: "Give the webhook a secret of its own",
    });
  }
  const why = secretProblem(secret);
  if (why === null) return secret;
  throw new WebhooksFileError({
    what: `the secret of ${reference} cannot be sent in a header`,
    why,
    hint: "Use printable ASCII characters",
  });
}
