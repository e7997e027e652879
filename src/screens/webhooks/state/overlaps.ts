import { domains as allDomains } from "../../../model/event.ts";
import { type ListedWebhook, targetText } from "../../../tables/webhooks.ts";

let known: { readonly rows: readonly ListedWebhook[]; readonly ids: ReadonlySet<string> } | null = null;

/**
 * Returns the IDs of the webhooks that duplicate events of an earlier one to the same target: they watch the same
 * item, or an owner and a repo of it, and share a domain.
 */
export function overlappingWebhooks(rows: readonly ListedWebhook[]): ReadonlySet<string> {
  if (known?.rows === rows) return known.ids;
  const ids = new Set<string>();
  for (const group of Map.groupBy(rows, ({ url, job }) => url ?? targetText({ url, job })).values()) {
    if (group.length > 1) for (const id of overlapsIn(group)) ids.add(id);
  }
  known = { rows, ids };
  return ids;
}

function overlapsIn(group: readonly ListedWebhook[]): readonly string[] {
  const seen = new Set<string>();
  return group.flatMap(({ id, watched, domains }) => {
    const parts = (domains.length === 0 ? allDomains : domains).flatMap((domain) =>
      watched.map(({ type, name }) => {
        const [owner = name] = name.split("/");
        const isOwner = type === "user" || type === "org";
        return { domain, owner, isOwner, item: isOwner ? owner : `${type}:${name}` };
      }),
    );
    const meets = parts.some(
      ({ domain, owner, isOwner, item }) =>
        seen.has(`${domain} ${item}`) ||
        // Repos of a watched owner, or the owner of watched repos.
        seen.has(`${domain} ${isOwner ? "repos of " : ""}${owner}`),
    );
    for (const { domain, owner, isOwner, item } of parts) {
      seen.add(`${domain} ${item}`);
      if (!isOwner) seen.add(`${domain} repos of ${owner}`);
    }
    return meets ? [id] : [];
  });
}
