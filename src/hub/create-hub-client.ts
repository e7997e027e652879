import type { z } from "zod";
import { UsageError } from "../model/errors.ts";
import { normalizeDomain } from "../model/event.ts";
import { hubRetryDelaysMs } from "../model/retry-schedules.ts";
import { changedParts } from "../model/webhook-parts.ts";
import {
  newWebhookSchema,
  type Webhook,
  type WebhookChange,
  webhookChangeSchema,
  type WebhookDraft,
  webhookFromWire,
  type WireWebhook,
} from "../model/webhook.ts";
import { parseExactJson } from "../text/exact-json.ts";
import { hideSecrets } from "../text/redact.ts";
import { activityCalls, type LocalAbility } from "./activity-calls.ts";
import { createCaller, type HubCall, type HubFetch, idPattern } from "./call.ts";
import type { HubAccount, HubClient } from "./client.ts";
import { endpointName } from "./endpoint.ts";
import { HubError, NotLocalHubError, WebhookChangedError, WebhookNotFoundError } from "./errors.ts";
import { parseJson } from "./hub-message.ts";
import { createJobCalls } from "./job-calls.ts";
import { createRepoCalls } from "./repo-calls.ts";
import { createRepoFileCalls } from "./repo-file-calls.ts";
import {
  healthResponse,
  triggerPreviewResponse,
  triggerResponse,
  webhookResponse,
  webhookListResponse,
  whoamiResponse,
} from "./wire.ts";

export interface HubClientOptions {
  /** Address of the hub, without a trailing slash, as `resolveEndpoint` returns it. */
  readonly endpoint: string;
  /** Token of the calls; null to send none. */
  readonly token: string | null;
  /**
   * Function that sends requests. Default: the platform's. A local hub's `fetch` serves calls in this
   * process.
   */
  readonly fetch?: HubFetch;
  /** Limit for an attempt, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Delays before the second, third, ... attempt, in milliseconds. Default: 200 and 800. */
  readonly retryDelaysMs?: readonly number[];
}

const webhooksPath = "/api/settings/webhooks";

const triggering: LocalAbility = { can: "trigger", hint: "make the change on the Hub itself" };

/** Creates a client of the Hub or of any server with its API (https://huggingface.co/docs/hub/webhooks). */
export function createHubClient(options: HubClientOptions): HubClient {
  const { endpoint } = options;
  const callOptions = {
    endpoint,
    token: options.token,
    fetch: options.fetch ?? fetch,
    timeoutMs: options.timeoutMs ?? 10_000,
    retryDelaysMs: options.retryDelaysMs ?? hubRetryDelaysMs,
  };
  const caller = createCaller(callOptions);

  function callOn(id: string, method: HubCall["method"], verb: string, end = ""): HubCall {
    if (!idPattern.test(id)) {
      throw new WebhookNotFoundError({
        what: `${endpointName(endpoint)} has no webhook "${id}"`,
        why: "an ID has only letters, digits, - and _",
        hint: "Run hooklens webhooks ls to list the IDs of this account",
      });
    }
    return { method, path: `${webhooksPath}/${id}${end}`, what: `${verb} webhook ${id}`, webhookId: id };
  }

  async function requestWebhook(call: HubCall): Promise<WireWebhook> {
    return (await caller.json(call, webhookResponse)).webhook;
  }

  async function switchWebhook(id: string, to: "enable" | "disable"): Promise<Webhook> {
    return webhookFromWire(await requestWebhook(callOn(id, "POST", to, `/${to}`)));
  }

  async function isLocalHub(): Promise<boolean> {
    const call: HubCall = {
      method: "GET",
      path: "/hooklens/v1/health",
      what: "identify the hub",
    };
    return caller.json(call, healthResponse).then(
      () => true,
      () => false,
    );
  }

  async function whoami(): Promise<HubAccount> {
    const call: HubCall = { method: "GET", path: "/api/whoami-v2", what: "identify the account" };
    const { name, fullname, orgs } = await caller.json(call, whoamiResponse);
    return { name, fullname: fullname ?? null, orgs: (orgs ?? []).map((org) => org.name) };
  }

  async function onlyLocal<T>(what: string, { can, hint }: LocalAbility, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      // Another hub may respond to this path with anything: a web page, a 401, a 404 or a redirect.
      const responded =
        (error instanceof HubError && error.status !== null) || error instanceof WebhookNotFoundError;
      if (!responded || (await isLocalHub())) throw error;
      throw new NotLocalHubError({
        what: `could not ${what} on ${endpoint}`,
        why: `only a local hub can ${can}`,
        hint: `Use --local, or ${hint}`,
        ...(error instanceof HubError && error.status !== null ? { status: error.status } : {}),
        cause: error,
      });
    }
  }

  return {
    endpoint,
    ...activityCalls({ caller, callOn, onlyLocal }),
    whoami,
    ...createJobCalls(caller, endpoint, async () => (await whoami()).name),
    ...createRepoCalls(caller),
    ...createRepoFileCalls(caller, callOptions),
    listWebhooks: caller.polled(
      { method: "GET", path: webhooksPath, what: "list the webhooks" },
      webhookListResponse.transform((list): readonly Webhook[] => list.map(webhookFromWire)),
    ),
    async getWebhook(id) {
      return webhookFromWire(await requestWebhook(callOn(id, "GET", "read")));
    },
    async createWebhook(draft) {
      const body = createBody(draft);
      const call: HubCall = { method: "POST", path: webhooksPath, body, what: "create the webhook" };
      return webhookFromWire(await requestWebhook(call));
    },
    async updateWebhook(id, change, expected) {
      const current = await requestWebhook(callOn(id, "GET", "read"));
      if (expected !== undefined) {
        const now = webhookFromWire(current);
        if (changedParts(expected, now).length > 0) throw new WebhookChangedError(now, endpoint);
      }
      const body = updateBody(current, change);
      return webhookFromWire(await requestWebhook({ ...callOn(id, "POST", "update"), body }));
    },
    enableWebhook: (id) => switchWebhook(id, "enable"),
    disableWebhook: (id) => switchWebhook(id, "disable"),
    async deleteWebhook(id) {
      await caller.send(callOn(id, "DELETE", "delete"));
    },
    async trigger(request) {
      const what = `trigger ${request.scope}.${request.action}`;
      const call: HubCall = { method: "POST", path: "/hooklens/v1/trigger", body: request, what };
      return onlyLocal(what, triggering, () => caller.json(call, triggerResponse));
    },
    async previewTrigger(request) {
      const what = `preview ${request.scope}.${request.action}`;
      const body = { ...request, dryRun: true };
      const parse = (text: string) => parseJson(text, parseExactJson) ?? text;
      const call: HubCall = { method: "POST", path: "/hooklens/v1/trigger", body, what, parse };
      return (await onlyLocal(what, triggering, () => caller.json(call, triggerPreviewResponse))).preview;
    },
  };
}

/**
 * Returns the body of a request that creates a webhook.
 * @throws {UsageError}
 */
function createBody({ jobId: jobSourceId, ...draft }: WebhookDraft): object {
  const { secret, ...body } = checkedInput(newWebhookSchema, { ...draft, jobSourceId });
  // The hub may not return it.
  hideSecrets([secret]);
  return secret === "" ? body : { ...body, secret };
}

/**
 * Returns the body of a request that changes a webhook. Contains all fields, because a hub may remove absent ones.
 * The secret comes from the change, otherwise from the hub's response, otherwise it is absent. An empty secret makes
 * a local hub remove the secret; the Hub's behavior is not documented.
 * @throws {UsageError}
 */
function updateBody(current: WireWebhook, change: WebhookChange): object {
  const { watched, url, domains, secret } = checkedInput(webhookChangeSchema, change);
  hideSecrets([secret]);
  return {
    watched: watched ?? current.watched.map(({ type, name }) => ({ type, name })),
    url: url ?? current.url ?? undefined,
    // Unknown domains are sent back unchanged.
    domains: domains ?? current.domains?.map((domain) => normalizeDomain(domain) ?? domain),
    secret: secret ?? (current.secret || undefined),
  };
}

/**
 * Parses input with a schema.
 * @throws {UsageError} the input does not match the schema
 */
function checkedInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues
    .map(({ path, message }) => `${path.join(".") || "it"} ${message}`)
    .join("; ");
  const hint = "Set the items to watch and exactly one target: a URL or a Job";
  throw new UsageError({ what: "the webhook is not valid", why, hint });
}
