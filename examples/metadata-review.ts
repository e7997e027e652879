/**
 * Reviews the metadata of a model's or dataset's card when its repo has changed (the Hub's guide:
 * https://huggingface.co/docs/hub/webhooks-guide-metadata-review), in a discussion of the repo: one, however
 * often it changes.
 */
import type { WebhookPayload, WebhookRequest } from "hooklens";
import { accountName, askHub, readRepoFile } from "./hub/ask-hub.ts";
import { newHead, repoApi, repoFile } from "./hub/repo.ts";

const title = "Metadata review";

/** What a card should have, and what for. */
const wanted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  model: {
    license: "says what others may do with it",
    language: "has it found by language",
    library_name: "says what loads it",
    pipeline_tag: "has it found by task, and tried in the browser",
    datasets: "says what it learned from",
    base_model: "says what it was made from",
  },
  dataset: {
    license: "says what others may do with it",
    language: "has it found by language",
    pretty_name: "is a name for people",
    task_categories: "has it found by task",
    size_categories: "has it found by size",
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
  if (card === null) return "There is no README.md, and so no card.";
  const present = filledKeys(card);
  const rows = Object.entries(keys).map(
    ([key, what]) => `| \`${key}\` | ${present.has(key) ? "yes" : "**missing**"} | ${what} |`,
  );
  const missing = Object.keys(keys).filter((key) => !present.has(key));
  const verdict =
    missing.length === 0
      ? "The card has everything that is looked for."
      : `Please add to the metadata of README.md: ${missing.map((key) => `\`${key}\``).join(", ")}.`;
  return [verdict, "", "| key | there | it |", "|---|---|---|", ...rows].join("\n");
}

/**
 * The keys of the card's metadata, the YAML between its first two lines `---`, that have something in them.
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
  /** What its last comment says. */
  readonly newest: string | null;
}

interface Details {
  readonly events: readonly {
    readonly type: string;
    readonly author: { readonly name: string };
    readonly data: { readonly latest?: { readonly raw: string } };
  }[];
}

/** The open review of this account; null: there is none. */
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
