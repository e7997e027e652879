import { pageUrl } from "../text/page-url.ts";
import { fieldsOf, nameIn, partOf } from "./payload-fields.ts";

/** Page about the subject of a payload. */
export interface PayloadLink {
  readonly to: "repo" | "commit" | "discussion" | "comment";
  /** Address of http or https, as a URL serializes it. */
  readonly url: string;
}

/** Returns the page addresses in a stored body; none unless it is JSON. The sender chose the addresses. */
export function linksIn(body: Uint8Array): readonly PayloadLink[] {
  const payload = parsed(body);
  const repo = partOf(payload, "repo");
  const repoUrl = webUrl(repo);
  const commit = nameIn(repo, "headSha");
  const isCommit = commit !== null && /^[0-9a-f]{7,64}$/i.test(commit);
  const links = [
    { to: "repo", url: repoUrl },
    {
      to: "commit",
      url: repoUrl === null || !isCommit ? null : `${repoUrl.replace(/\/$/, "")}/commit/${commit}`,
    },
    { to: "discussion", url: webUrl(partOf(payload, "discussion")) },
    { to: "comment", url: webUrl(partOf(payload, "comment")) },
  ] as const;
  return links.flatMap(({ to, url }) => (url === null ? [] : [{ to, url }]));
}

function parsed(body: Uint8Array) {
  try {
    return fieldsOf(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    // Not JSON.
    return {};
  }
}

function webUrl(subject: Readonly<Record<string, unknown>>): string | null {
  return pageUrl(nameIn(partOf(subject, "url"), "web") ?? "");
}
