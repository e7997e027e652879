import { post } from "../http/post.ts";
import { ownerOf } from "../localhub/events/event-payload.ts";
import { syntheticPayload } from "../localhub/events/synthetic-payload.ts";
import { type Header, storedResponseBytes } from "../model/delivery.ts";
import type { EventName } from "../model/event.ts";
import type { PayloadChanges } from "../model/payload-changes.ts";
import { testHeader } from "../model/test-delivery.ts";
import { parseWebhookUrl } from "../model/url.ts";
import type { WatchedItem } from "../model/watched-item.ts";
import type { Webhook } from "../model/webhook.ts";
import { isCredentialHeader, redactQuery, redactUrl } from "../text/credential-names.ts";
import { redactBytes, redacted, redactText } from "../text/redact.ts";
import { WebhookNotTestedError } from "./errors.ts";
import { version } from "./version.ts";

/** Limit for a test, from the name lookup to the end of the response, in milliseconds. */
const testTimeoutMs = 10_000;

/** Test of a webhook: an event sent to its target in place of the hub. */
export interface WebhookTest {
  readonly webhook: Pick<Webhook, "id" | "url" | "secret">;
  /** Address of the hub, for the addresses in the payload. */
  readonly endpoint: string;
  readonly event: EventName;
  readonly repo: WatchedItem;
  readonly set?: PayloadChanges;
  /** Replacement for the generated payload. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** True to send the webhook's secret. */
  readonly withSecret: boolean;
}

/** Request of a test, as the hub would send it, with a header that marks it as a test. */
export interface TestRequest {
  readonly target: string;
  /** Headers without Host and Content-Length; the secret is in clear. */
  readonly headers: readonly Header[];
  readonly body: string;
  /** Secret in the headers; null if none is sent. */
  readonly secret: string | null;
}

/** Result of a test; the secret is redacted. */
export interface TestResult {
  readonly target: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Status of the response; null if there is none. */
  readonly status: number | null;
  /** Reason for a missing response, or null. */
  readonly error: string | null;
  readonly headers: readonly Header[];
  /** First 20 kB of the response body. */
  readonly body: Uint8Array;
  /** True if the body is longer than that, or its end was lost. */
  readonly truncated: boolean;
  /** Address of a redirect, which is not followed; null if there is none. */
  readonly location: string | null;
}

/**
 * Creates the request of a test.
 * @throws {WebhookNotTestedError} the webhook starts a Job, or has no secret to send
 * @throws {UsageError} the event, the payload or a change of it is invalid
 */
export function testRequest(test: WebhookTest): TestRequest {
  const { webhook, endpoint, event, repo, set, payload, withSecret } = test;
  const { id, url } = webhook;
  const what = `webhook ${id} cannot be tested`;
  if (url === null) {
    throw new WebhookNotTestedError({
      what,
      why: "it starts a Job on the hub, which has no address to send to",
      hint: "Run the Job, or make a change in a repo that the webhook watches",
    });
  }
  const secret = withSecret ? webhook.secret : null;
  if (withSecret && (secret === null || secret === "")) {
    throw new WebhookNotTestedError({ what, why: "it has no secret", hint: "Send the test without one" });
  }
  const { webhook: _, ...made } = syntheticPayload({
    ...event,
    repo,
    account: ownerOf(repo.name),
    endpoint,
    set,
    payload,
  });
  return {
    target: parseWebhookUrl(url),
    headers: [
      ["Content-Type", "application/json"],
      ["User-Agent", `hooklens/${version}`],
      testHeader,
      ...(secret === null ? [] : [["X-Webhook-Secret", secret] as const]),
    ],
    body: JSON.stringify({ ...made, webhook: { id, version: 3 } }),
    secret,
  };
}

/** Sends a test from this process, without the hub. Never rejects. Does not follow redirects. */
export async function sendTest(request: TestRequest, signal?: AbortSignal): Promise<TestResult> {
  const { target, headers, body, secret } = request;
  const sent = await post(
    { target, headers: headers.flat(), body: Buffer.from(body) },
    { timeoutMs: testTimeoutMs, maxResponseBytes: storedResponseBytes, signal },
  );
  const secrets = secret === null ? [] : [secret];
  const { response } = sent;
  const shown = (response?.headers ?? []).map(([name, value]): Header => [
    name,
    isCredentialHeader(name) ? redacted : redactText(redactQuery(value), secrets),
  ]);
  const location = shown.find(([name]) => name.toLowerCase() === "location")?.[1] ?? null;
  const status = response?.status ?? null;
  return {
    target: redactUrl(target),
    startedAt: new Date(sent.startedAtMs).toISOString(),
    durationMs: sent.durationMs,
    status,
    error: sent.error === null ? null : redactText(sent.error, secrets),
    headers: shown,
    body: redactBytes(response?.body ?? new Uint8Array(), secrets),
    truncated: response !== null && response.missing !== "nothing",
    location: status !== null && status >= 300 && status < 400 ? location : null,
  };
}

/** Returns true if the target accepted the test by the rules of a hub. */
export function isAccepted({ status }: Pick<TestResult, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}
