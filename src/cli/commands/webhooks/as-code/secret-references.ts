import { dirname } from "node:path";
import process from "node:process";
import { readSecretReference } from "../../../../engine/secret-reference.ts";
import { secretProblem } from "../../../../model/secret.ts";
import { WebhooksFileError } from "../../../errors.ts";
import type { DeclaredWebhook } from "./webhooks-file.ts";

/** Declared webhook with its secret: undefined keeps the present one, null is none. */
export type WantedWebhook = Omit<DeclaredWebhook, "secret"> & { readonly secret: string | null | undefined };

/**
 * Resolves the references to secrets. A missing secret leaves the present one as it is, if `onMissing` accepts that.
 * @param file path of the declaring file, to whose directory `@FILE` is relative; `-` for the working directory
 * @param onMissing called with all references without a secret; may throw
 * @throws {WebhooksFileError} names the first reference with an unusable secret
 */
export function withSecrets(
  declared: readonly DeclaredWebhook[],
  file: string,
  onMissing: (references: readonly string[]) => void,
): readonly WantedWebhook[] {
  const directory = file === "-" ? process.cwd() : dirname(file);
  const missing = new Set<string>();
  const secrets = new Map<string, string>();
  for (const { secret } of declared) {
    if (typeof secret !== "string" || secrets.has(secret)) continue;
    const value = readSecretReference(secret, directory);
    if (value === null) missing.add(secret);
    else secrets.set(secret, checked(value, secret));
  }
  if (missing.size > 0) onMissing([...missing]);
  return declared.map((webhook) => ({
    ...webhook,
    secret: typeof webhook.secret === "string" ? secrets.get(webhook.secret) : webhook.secret,
  }));
}

function checked(secret: string, reference: string): string {
  const why = secretProblem(secret);
  if (why === null) return secret;
  throw new WebhooksFileError({
    what: `the secret of ${reference} cannot be sent in a header`,
    why,
    hint: "Use printable ASCII characters",
  });
}
