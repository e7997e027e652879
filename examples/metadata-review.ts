/**
 * Reviews the metadata of the card of a model or dataset when its repo changes. All reviews of a repo go to
 * one discussion. Source: the Hub's guide, https://huggingface.co/docs/hub/webhooks-guide-metadata-review.
 */
import type { WebhookPayload, WebhookRequest } from "hooklens";
import { accountName, askHub, readRepoFile } from "./hub/ask-hub.ts";
import { newHead, repoApi, repoFile } from "./hub/repo.ts";

const title = "Metadata review";

/** Expected metadata keys by repo type, each with its purpose. */
const wanted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  model: {
    license: "states the permitted uses",
    language: "makes it searchable by language",
    library_name: "names the library that loads it",
    pipeline_tag: "makes it searchable by task, and enables inference in the browser",
    datasets: "names its training data",
    base_model: "names the model it is derived from",
  },
  dataset: {
    license: "states the permitted uses",
    language: "makes it searchable by language",
    pretty_name: "is the name shown to people",
    task_categories: "makes it searchable by task",
    size_categories: "makes it searchable by size",
  },
};

export default async function metadataReview(
  payload: WebhookPayload,
  { signal }: WebhookRequest,
): Promise<object> {
  const { repo } = payload;
  const keys = wanted[repo.type];
  const revision = newHead(payload);
  if (keys === undefined || revision === null) return { reviewed: false };

  const card = await readRepoFile(repoFile(repo, revision, "README.md"), signal);
  const review = reviewOf(keys, card);
  const discussions = `${repoApi(repo)}/discussions`;
  const known = await findReview(discussions, signal);
  if (known === null) await askHub(discussions, { post: { title, description: review }, signal });
  else if (known.newest !== review) {
    await askHub(`${discussions}/${known.num}/comment`, { post: { comment: review }, signal });
  }
  return { reviewed: true };
}

function reviewOf(keys: Readonly<Record<string, string>>, card: string | null): string {
  if (card === null) return "There is no README.md, so there is no card.";
  const present = filledKeys(card);
  const rows = Object.entries(keys).map(
    ([key, what]) => `| \`${key}\` | ${present.has(key) ? "yes" : "**missing**"} | ${what} |`,
  );
  const missing = Object.keys(keys).filter((key) => !present.has(key));
  const verdict =
    missing.length === 0
      ? "The card has all expected metadata."
      : `Please add to the metadata of README.md: ${missing.map((key) => `\`${key}\``).join(", ")}.`;
  return [verdict, "", "| key | present | purpose |", "|---|---|---|", ...rows].join("\n");
}

/**
 * Returns the keys with a value in the metadata of a card: the YAML between its first two lines `---`.
 */
function filledKeys(card: string): ReadonlySet<string> {
  const metadata = /^---\r?\n(.*?)^---\s*$/ms.exec(card)?.[1] ?? "";
  const entries = metadata.matchAll(/^([A-Za-z][\w-]*):[ \t]*(.*(?:\r?\n(?:[ \t]+|- ).*)*)/gm);
  return new Set([...entries].flatMap(([, key = "", value = ""]) => (isEmpty(value) ? [] : [key])));
}

function isEmpty(value: string): boolean {
  return /^(?:\[\s*\]|\{\s*\}|""|''|~|null|-)?$/.test(value.replace(/(?:^|\s)#.*$/gm, "").trim());
}

interface Review {
  readonly num: number;
  /** Text of the last comment of this account; null if it has none. */
  readonly newest: string | null;
}

interface Details {
  readonly events: readonly {
    readonly type: string;
    readonly author: { readonly name: string };
    readonly data: { readonly latest?: { readonly raw: string } };
  }[];
}

/** Finds the open review of this account; null if there is none. */
async function findReview(discussions: string, signal: AbortSignal): Promise<Review | null> {
  const author = await accountName(signal);
  const query = new URLSearchParams({ type: "discussion", status: "open", author });
  const list = (await askHub(`${discussions}?${query.toString()}`, { signal })) as {
    discussions: { num: number; title: string }[];
  };
  const found = list.discussions.find((discussion) => discussion.title === title);
  if (found === undefined) return null;
  const { events } = (await askHub(`${discussions}/${found.num}`, { signal })) as Details;
  const last = events.findLast((event) => event.type === "comment" && event.author.name === author);
  return { num: found.num, newest: last?.data.latest?.raw ?? null };
}
