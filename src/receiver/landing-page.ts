import { hash } from "node:crypto";
import { routePath } from "../model/url.ts";
import { html } from "../text/html.ts";
import { shellLine } from "../text/shell-word.ts";
import { landingStyle } from "./landing-style.ts";

/** What the page says. */
export interface LandingFacts {
  /** Where senders reach the receiver, without a trailing slash. */
  readonly url: string;
  readonly routes: readonly string[];
  /** Whether there is a secret; the page never has the secret itself. */
  readonly secretSet: boolean;
  /** Why deliveries cannot be stored at the moment; null: they can. */
  readonly unstorable: string | null;
}

/** A body that any hub's payload looks like, as far as a receiver has to have it. */
const tryPayload = '{"event":{"action":"update","scope":"repo.content"}}';

/**
 * Nothing is loaded, run, sent or embedded; the one style is allowed by its hash. A Space is shown in a frame of the Hub's page, any
 * other receiver in none.
 */
export function landingPolicy({ url }: Pick<LandingFacts, "url">): string {
  const style = `'sha256-${hash("sha256", landingStyle, "base64")}'`;
  const frame = isInSpace(url) ? "https://huggingface.co" : "'none'";
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors ${frame}`;
}

/** The page at `/`: the routes with their whole URLs, how to register each on the Hub, and a line to try one. */
export function landingPage(facts: LandingFacts): string {
  const { url, routes, secretSet, unstorable } = facts;
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
<p>It runs <strong>hooklens</strong>: each delivery is on disk before it is answered.</p>
${secretSet ? "<p>Senders must show the webhook secret.</p>" : '<p class="warn">There is no webhook secret: everyone who can reach these addresses can post to them.</p>'}
${unstorable === null ? "" : `<p class="warn">Deliveries cannot be stored at the moment (${html(unstorable)}), and are answered with 503.</p>`}
</header>
<main>
<h2>${routes.length === 1 ? "Its route" : `Its ${routes.length} routes`}</h2>
${routes.length === 0 ? "<p>There is none yet: what is sent here is refused with 404.</p>" : routes.map((route) => routeSection(route, facts)).join("\n")}
${isInSpace(url) ? spaceNote : ""}
</main>
<footer class="soft">The Hub's guides to webhooks: <a href="https://huggingface.co/docs/hub/webhooks" rel="noreferrer">huggingface.co/docs/hub/webhooks</a></footer>
</body>
</html>
`;
}

/** The host of a Space, as the Hub tells it in `SPACE_HOST`. */
function isInSpace(url: string): boolean {
  return new URL(url).hostname.endsWith(".hf.space");
}

function routeSection(route: string, { url, secretSet }: LandingFacts): string {
  const address = url + routePath(route);
  const create = shellLine(["hooklens", "webhooks", "create", "--url", address, "--watch", "user:YOU"]);
  return `<section>
<h3>${html(route)}</h3>
<pre><code>POST ${html(address)}</code></pre>
<p>To have the Hub send to it:</p>
<ol>
<li>Open <a href="https://huggingface.co/settings/webhooks/new" rel="noreferrer">huggingface.co/settings/webhooks/new</a> and choose what to watch.</li>
<li>Target URL: <code>${html(address)}</code></li>
<li>${secretSet ? "Secret: the one this receiver was started with." : "Secret: any, as this receiver checks none."}</li>
</ol>
<p>Or from a terminal:</p>
<pre><code>${html(create)}${secretSet ? " --secret @FILE" : ""}</code></pre>
<p>To try it:</p>
<pre><code>${html(tryLine(address, secretSet))}</code></pre>
</section>`;
}

function tryLine(address: string, secretSet: boolean): string {
  const secret = secretSet ? ` -H "X-Webhook-Secret: $WEBHOOK_SECRET"` : "";
  return `${shellLine(["curl", address])}${secret} ${shellLine(["--json", tryPayload])}`;
}

/** https://huggingface.co/docs/hub/spaces-overview: cpu-basic sleeps after 48 hours without use, and a visitor starts it again. */
const spaceNote = `<h2>In a Space</h2>
<p>On free hardware (cpu-basic) a Space falls asleep after 48 hours without use. Opening it starts it again; what is sent to it while it sleeps may be lost. On paid hardware the time can be set, or the sleep turned off.</p>`;
