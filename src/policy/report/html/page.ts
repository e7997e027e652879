import { createHash } from "node:crypto";
import { html } from "../../../text/html.ts";
import type { Fact } from "../about.ts";
import { style } from "./style.ts";

/** Content security policy that allows only the page's own style sheet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Parts of a page. `main` is HTML; the other texts are escaped here. */
interface HtmlPage {
  readonly title: string;
  readonly description: string | null;
  readonly about: readonly Fact[];
  readonly main: string;
}

/** Creates a self-contained HTML page, without scripts and requests. */
export function htmlPage({ title, description, about, main }: HtmlPage): string {
  const facts = about.map(([name, text]) => `<dt>${html(name)}</dt><dd>${html(text)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="hooklens">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${html(title)}</h1>
${description === null ? "" : `<p>${html(description)}</p>\n`}<dl>
${facts.join("\n")}
</dl>
</header>
<main>
${main}
</main>
</body>
</html>
`;
}
