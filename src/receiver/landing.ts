import { hash } from "node:crypto";
import type { Header } from "../model/delivery.ts";
import { printSecretHeader } from "../model/end-to-end.ts";
import { routePath } from "../model/url.ts";
import { html } from "../text/html.ts";
import { shellLine } from "../text/shell-word.ts";
import type { ActionResponse } from "./action.ts";

/** A GET or HEAD request for the page at `/`. */
export interface LandingRequest {
  readonly method: string;
  /** Unparsed request target: `/?x=1`. */
  readonly target: string;
  readonly headers: readonly Header[];
}

/** Function that creates the page at `/` for each request. */
export type Landing = (request: LandingRequest) => ActionResponse | Promise<ActionResponse>;

/** Creates the response with the default page at `/`. */
export function landingResponse(facts: LandingFacts): ActionResponse {
  return {
    status: 200,
    headers: [
      ["Content-Type", "text/html; charset=utf-8"],
      ["Content-Security-Policy", landingPolicy(facts)],
      ["X-Content-Type-Options", "nosniff"],
      ["Referrer-Policy", "no-referrer"],
      ["Cache-Control", "no-store"],
    ].flat(),
    body: landingPage(facts),
  };
}

/** Facts that the page shows. */
export interface LandingFacts {
  /** URL of the receiver for senders, without a trailing slash. */
  readonly url: string;
  readonly routes: readonly LandingRoute[];
  /** Reason deliveries cannot be stored; null if they can. */
  readonly unstorable: string | null;
}

export interface LandingRoute {
  readonly name: string;
  /** True if senders must send a secret; the page never contains one. */
  readonly hasSecret: boolean;
}

/** Minimal payload of an example request. */
const tryPayload = '{"event":{"action":"update","scope":"repo.content"}}';

/**
 * Returns the Content-Security-Policy of the page, which forbids everything but the style, allowed by its
 * hash. The Hub may frame the page of a Space; no page may frame that of any other receiver.
 */
export function landingPolicy({ url }: Pick<LandingFacts, "url">): string {
  const style = `'sha256-${hash("sha256", landingStyle, "base64")}'`;
  const frame = isInSpace(url) ? "https://huggingface.co" : "'none'";
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors ${frame}`;
}

/** Renders the page: the URLs of the routes, how to register each on the Hub, and a command to try one. */
export function landingPage(facts: LandingFacts): string {
  const { url, routes, unstorable } = facts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>hooklens receiver</title>
<style>${landingStyle}</style>
</head>
<body>
<header>
<h1>This is a webhook receiver</h1>
<p>It runs <strong>hooklens</strong>: each delivery is on disk before its sender gets a response.</p>
${routes.every(({ hasSecret }) => hasSecret) ? "<p>Senders must send the webhook secret.</p>" : '<p class="warn">A route without a webhook secret accepts deliveries from everyone who can reach it.</p>'}
${unstorable === null ? "" : `<p class="warn">Deliveries cannot be stored at the moment (${html(unstorable)}): their senders get 503.</p>`}
</header>
<main>
<h2>${routes.length === 1 ? "Route" : "Routes"}</h2>
${routes.length === 0 ? "<p>There are no routes yet: every delivery gets 404.</p>" : routes.map((route) => routeSection(route, url)).join("\n")}
${isInSpace(url) ? spaceNote : ""}
</main>
<footer class="soft">The Hub's guides to webhooks: <a href="https://huggingface.co/docs/hub/webhooks" rel="noreferrer">huggingface.co/docs/hub/webhooks</a></footer>
</body>
</html>
`;
}

/** Returns true if the URL is that of a Space, with a host as in `SPACE_HOST`. */
function isInSpace(url: string): boolean {
  return new URL(url).hostname.endsWith(".hf.space");
}

function routeSection({ name, hasSecret }: LandingRoute, url: string): string {
  const address = url + routePath(name);
  const create = shellLine(["hooklens", "webhooks", "create", "--url", address, "--watch", "user:YOU"]);
  return `<section>
<h3>${html(name)}</h3>
<pre><code>POST ${html(address)}</code></pre>
<p>To register it on the Hub:</p>
<ol>
<li>Open <a href="https://huggingface.co/settings/webhooks/new" rel="noreferrer">huggingface.co/settings/webhooks/new</a> and choose what to watch.</li>
<li>Target URL: <code>${html(address)}</code></li>
<li>${hasSecret ? "Secret: the one this route was started with." : "Secret: any, as this route checks none."}</li>
</ol>
<p>Or from a terminal:</p>
<pre><code>${html(create)}${hasSecret ? " --secret @FILE" : ""}</code></pre>
<p>To send a test delivery:</p>
<pre><code>${html(tryLine(address, hasSecret))}</code></pre>
</section>`;
}

function tryLine(address: string, hasSecret: boolean): string {
  const sending = ["curl", address, "--json", tryPayload];
  return hasSecret ? `${printSecretHeader} | ${shellLine([...sending, "-H", "@-"])}` : shellLine(sending);
}

/**
 * Note on the sleep of a Space: one on cpu-basic sleeps after 48 hours without use, until the next visit
 * (https://huggingface.co/docs/hub/spaces-overview).
 */
const spaceNote = `<h2>In a Space</h2>
<p>On free hardware (cpu-basic) a Space goes to sleep after 48 hours without use. A visit wakes it; deliveries sent while it sleeps may be lost. On paid hardware you can set the sleep time or turn it off.</p>`;

/**
 * Style of the landing page, without external resources. Both color schemes keep a contrast of at least 7:1
 * (WCAG 2.2, 1.4.6); long URLs wrap instead of widening the page on a phone.
 */
export const landingStyle = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c1f23; --soft: #4b5259; --rule: #d4d8dd; --field: #f3f5f7; --link: #0b4f9e; --warn: #7a3b00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #eceff2; --soft: #b6bec6; --rule: #363c43; --field: #1f2428; --link: #9cc8ff; --warn: #ffc98a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 46rem; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 0.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.25rem; font-family: ui-monospace, monospace; }
p, ol { margin: 0.5rem 0; }
ol { padding-left: 1.4rem; }
a { color: var(--link); }
.soft { color: var(--soft); }
.warn { color: var(--warn); font-weight: 600; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 0.9rem; background: var(--field); border-radius: 4px; }
code { padding: 0.1rem 0.3rem; }
pre { margin: 0.5rem 0; padding: 0.75rem; border: 1px solid var(--rule); white-space: pre-wrap; }
pre code { padding: 0; background: none; }
footer { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); }
`;
