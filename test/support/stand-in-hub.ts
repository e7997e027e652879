import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Webhook } from "../../src/model/webhook.ts";
import { httpTarget, type SeenRequest } from "./http-target.ts";

/** Webhook as the Hub's API returns it. Source: the Python client's `WebhookInfo`. */
export interface HubWebhook extends Pick<Webhook, "watched"> {
  readonly id: string;
  readonly url?: string;
  readonly job?: Readonly<Record<string, unknown>>;
  readonly jobSourceId?: string;
  readonly domains: readonly string[];
  readonly secret?: string;
  readonly disabled: boolean | "suspended-after-failure";
}

/** Response in place of the usual one. */
export interface Misbehavior {
  /** Requests that it applies to, as `METHOD /path`. */
  readonly on: RegExp;
  /** Number of requests it applies to. @default Infinity */
  readonly times?: number;
  /** Status to answer; absent for the usual response, which is then only late. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Delays the response until it resolves. */
  readonly until?: Promise<unknown>;
  /** Changes the hub before the request is handled, as another client would. */
  readonly first?: () => void;
}

/** Request to a route of the stand-in. `match` holds the groups of its pattern. */
export interface HubRequest {
  readonly match: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Status and body of a response: JSON, or the text of another content type. */
export type HubAnswer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

/** Route: a pattern of `METHOD /path`, and its response. */
export type HubRoute = readonly [pattern: RegExp, answer: (request: HubRequest) => HubAnswer];

export interface StandInHub {
  readonly endpoint: string;
  readonly token: string;
  /** Environment with which hooklens uses this hub. */
  readonly env: { readonly HF_ENDPOINT: string; readonly HF_TOKEN: string };
  /** Webhooks by ID. Changing it is what another client does. */
  readonly webhooks: Map<string, HubWebhook>;
  readonly seen: readonly SeenRequest[];
  /** Adds a webhook that watches `org:acme`, with changes. */
  add(webhook: Partial<HubWebhook>): HubWebhook;
  /** Adds routes. */
  serve(...routes: readonly HubRoute[]): void;
  /** Misbehaves from now on; the last matching misbehavior counts. */
  misbehave(misbehavior: Misbehavior): void;
  /** Behaves again. */
  behave(): void;
}

/**
 * Starts a server with the API of the real Hub: webhooks of one account, and nothing that only a local hub has.
 * It can be told to be slow, to fail, and to change behind the back of its client.
 */
export async function standInHub(account = "me"): Promise<StandInHub> {
  const token = "hf_of_the_stand_in";
  const webhooks = new Map<string, HubWebhook>();
  const routes: HubRoute[] = [...webhookRoutes(webhooks), whoami(account)];
  let misbehaviors: { readonly rule: Misbehavior; left: number }[] = [];

  function misbehaviorOf(call: string): Misbehavior | null {
    const found = misbehaviors.findLast(({ rule, left }) => left > 0 && rule.on.test(call));
    if (found === undefined) return null;
    found.left -= 1;
    return found.rule;
  }

  async function respond(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const url = new URL(request.url ?? "/", "http://hub");
    const call = `${request.method} ${url.pathname}`;
    const misbehavior = misbehaviorOf(call);
    misbehavior?.first?.();
    await misbehavior?.until;
    const [status, answer, headers] =
      misbehavior?.status === undefined
        ? answerOf(request, url, call, body)
        : ([misbehavior.status, misbehavior.body ?? {}] satisfies HubAnswer);
    response.writeHead(status, { "content-type": "application/json", ...headers, ...misbehavior?.headers });
    response.end(headers === undefined ? JSON.stringify(answer) : String(answer));
  }

  function answerOf(request: IncomingMessage, url: URL, call: string, body: string): HubAnswer {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return [401, { error: "Invalid credentials in Authorization header" }];
    }
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(call);
      if (match === null) continue;
      const parsed: Record<string, unknown> = body === "" ? {} : JSON.parse(body);
      return answer({ match: match.slice(1), query: url.searchParams, body: parsed });
    }
    return [404, { error: "Sorry, we can't find the page you are looking for." }];
  }

  const target = await httpTarget((request, response) => {
    const { body } = target.seen.at(-1) ?? { body: "" };
    void respond(request, response, body);
  });
  return {
    endpoint: target.url,
    token,
    env: { HF_ENDPOINT: target.url, HF_TOKEN: token },
    webhooks,
    seen: target.seen,
    add(webhook) {
      const made: HubWebhook = {
        id: randomBytes(12).toString("hex"),
        ...(webhook.job === undefined ? { url: "https://example.org/hook" } : {}),
        watched: [{ type: "org", name: "acme" }],
        domains: ["repo", "discussion"],
        disabled: false,
        ...webhook,
      };
      webhooks.set(made.id, made);
      return made;
    },
    serve: (...added) => void routes.unshift(...added),
    misbehave: (rule) => void misbehaviors.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    behave() {
      misbehaviors = [];
    },
  };
}

const path = "/api/settings/webhooks";

function whoami(account: string): HubRoute {
  return [
    /^GET \/api\/whoami-v2$/,
    () => [200, { name: account, type: "user", fullname: account, orgs: [], auth: {} }],
  ];
}

/** Returns the routes of webhooks. An update replaces `watched`, and keeps what it leaves out. */
function webhookRoutes(webhooks: Map<string, HubWebhook>): readonly HubRoute[] {
  const notFound: HubAnswer = [404, { error: "Webhook not found" }];
  /** Responds with a webhook after a change to it. */
  const changed = (id = "", change: Partial<HubWebhook> = {}): HubAnswer => {
    const webhook = webhooks.get(id);
    if (webhook === undefined) return notFound;
    webhooks.set(id, { ...webhook, ...change });
    return [200, { webhook: webhooks.get(id) }];
  };
  return [
    [new RegExp(`^GET ${path}$`), () => [200, [...webhooks.values()]]],
    [
      new RegExp(`^POST ${path}$`),
      ({ body }) => {
        if ((body["url"] === undefined) === (body["jobSourceId"] === undefined)) {
          return [400, { error: '"value" must contain at least one of [url, jobSourceId]' }];
        }
        const id = randomBytes(12).toString("hex");
        webhooks.set(id, { domains: ["repo", "discussion"], disabled: false, watched: [], ...body, id });
        return changed(id);
      },
    ],
    [new RegExp(`^GET ${path}/(\\w+)$`), ({ match: [id] }) => changed(id)],
    [new RegExp(`^POST ${path}/(\\w+)$`), ({ match: [id], body }) => changed(id, body)],
    [new RegExp(`^POST ${path}/(\\w+)/enable$`), ({ match: [id] }) => changed(id, { disabled: false })],
    [new RegExp(`^POST ${path}/(\\w+)/disable$`), ({ match: [id] }) => changed(id, { disabled: true })],
    [
      new RegExp(`^DELETE ${path}/(\\w+)$`),
      ({ match: [id = ""] }) => (webhooks.delete(id) ? [200, { ok: true }] : notFound),
    ],
  ];
}
