import process from "node:process";
import { z } from "zod";
import { readSecretReference } from "../../../../engine/secret-reference.ts";
import { parseCheckedYaml, type YamlFault } from "../../../../exports/checked-yaml.ts";
import { declaredFields, declaredWebhook } from "../../../../exports/declared-webhook.ts";
import { machineYaml } from "../../../../exports/machine-yaml.ts";
import { UsageError } from "../../../../model/errors.ts";
import { domains as allDomains } from "../../../../model/event.ts";
import { secretProblem } from "../../../../model/secret.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { redactUrl, withCredentialsOf } from "../../../../text/credential-names.ts";
import { unknownTypes } from "./webhook-form.ts";

/** Start of lines that report errors in the text. */
const faultMark = "# ERROR: ";

/** Source of the secret in a text: undefined keeps the secret, null removes it. */
export type SecretSource = string | null | undefined;

/**
 * Writes a webhook as commented YAML, in the format of `webhooks export`. Never writes the value of its secret.
 * @param hub name of the hub for display
 * @param secret source of a new secret; undefined to keep the present one
 */
export function webhookText(webhook: Webhook, hub: string, secret?: SecretSource): string {
  const { job, watched: items } = declaredWebhook(webhook, secret);
  const part = (name: string, value: unknown) => machineYaml({ [name]: value }).trimEnd();
  const target =
    webhook.url === null
      ? `# job: ${typeof job === "string" ? job : "not reported by the hub"} (what a webhook triggers cannot be edited)`
      : part("url", redactUrl(webhook.url));
  const secretLine =
    secret === undefined
      ? `# secret: ${webhook.secret ? "env:WEBHOOK_SECRET" : "env:NAME"}`
      : part("secret", secret);
  return [
    `# Webhook ${webhook.id} on ${hub}.`,
    "# Save and exit: hooklens shows the change before it sends it.",
    "# An empty file changes nothing.",
    "",
    target,
    "",
    "# Items as type:name, for example dataset:me/corpus or org:acme.",
    part("watched", items),
    "",
    `# Any of ${allDomains.join(", ")}; all of them without this list.`,
    part("domains", webhook.domains.length === 0 ? allDomains : webhook.domains),
    "",
    `# The webhook has ${webhook.secret ? "a hidden secret and keeps it" : "no secret"} without this line.`,
    "# env:NAME or @FILE sets a new one, null removes it.",
    secretLine,
    "",
    "# enabled or disabled",
    part("status", webhook.status),
    "",
  ].join("\n");
}

/** Result of parsing a text: the webhook, an error, or an empty text. */
export type ReadWebhook =
  | { readonly kind: "webhook"; readonly webhook: Webhook; readonly secret: SecretSource }
  | { readonly kind: "fault"; readonly what: string; readonly line: number }
  | { readonly kind: "empty" };

/** Fault of the text of a webhook. */
class TextFault extends UsageError {
  readonly line: number;

  constructor(fault: YamlFault) {
    super(fault);
    this.line = fault.line ?? 1;
  }
}

const { watched, domains, secret: secretField, status, url } = declaredFields;
const secret = secretField.superRefine((reference, context) => {
  if (typeof reference !== "string") return;
  const value = secretOf(reference);
  const problem = value === null ? `${reference} is not set` : secretProblem(value ?? "");
  if (problem !== null) context.addIssue(problem);
});

/** Returns the secret of a source: undefined to keep the present one, null for none. */
function secretOf(source: SecretSource): string | null | undefined {
  return typeof source === "string" ? readSecretReference(source, process.cwd()) : source;
}

/** Fields of the text. */
interface TextFields extends Pick<Webhook, "watched" | "status"> {
  readonly url?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly secret?: SecretSource;
}

/** Returns the schema of a webhook's text. Its target must stay of the same kind. */
function schemaOf({ url: present }: Webhook, hubIsLocal: boolean): z.ZodType<TextFields> {
  const items = watched.superRefine((list, context) => {
    const problem = hubIsLocal ? unknownTypes(list) : null;
    if (problem !== null) context.addIssue(problem);
  });
  const shape = { watched: items, domains, secret, status };
  if (present === null) return z.strictObject(shape);
  const restored = url.transform((text, context) => {
    if (text === undefined) return undefined;
    const whole = withCredentialsOf(present, text);
    if (whole === null) context.addIssue("has [redacted] where the webhook has no credential");
    return whole ?? text;
  });
  return z.strictObject({ url: restored, ...shape });
}

/** Parses the text of a webhook. The local hub rejects unknown types of watched items. */
export function readWebhookText(text: string, webhook: Webhook, hubIsLocal: boolean): ReadWebhook {
  if (/^(?:\s*(?:#.*)?\n?)*$/.test(text)) return { kind: "empty" };
  try {
    const read = parseCheckedYaml(text, "the text", {
      schema: schemaOf(webhook, hubIsLocal),
      error: TextFault,
      schemaFile: "schemas/webhooks.schema.json",
      oneDocument: "Edit one webhook at a time",
    });
    const value = secretOf(read.secret);
    const changed: Webhook = {
      ...webhook,
      url: read.url ?? webhook.url,
      watched: read.watched,
      domains: read.domains ?? allDomains,
      secret: value === undefined ? webhook.secret : value,
      status: read.status,
      disabled: read.status === "disabled",
    };
    return { kind: "webhook", webhook: changed, secret: read.secret };
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    return { kind: "fault", what: faultText(error), line: error.line };
  }
}

/** Returns the reason of an error; its line is shown separately. */
function faultText({ why, message }: TextFault): string {
  return why ?? message.replace(/^the text[\d:]* /, "");
}

/** Returns a text with an error as a comment above its line, and the error's line in it. */
export function withFault(text: string, { what, line }: { readonly what: string; readonly line: number }) {
  const lines = text.split("\n");
  const at = Math.min(line, lines.length) - 1;
  const comment = `${faultMark}${what.replaceAll(/\s+/g, " ")}`;
  return { text: lines.toSpliced(at, 0, comment).join("\n"), line: at + 2 };
}

/** Returns a text without the comments of earlier faults. */
export function withoutFaults(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(faultMark))
    .join("\n");
}
