/**
 * Answers whoever mentions it in a discussion (the Hub's guide:
 * https://huggingface.co/docs/hub/webhooks-guide-discussion-bot). It goes by the name of HF_TOKEN's account;
 * a chat model behind BOT_INFERENCE_URL finds the words.
 */
import type { WebhookPayload, WebhookRequest } from "hooklens";
import { accountName, askHub, credentials } from "./hub/ask-hub.ts";
import { repoApi } from "./hub/repo.ts";

const inferenceUrl = process.env["BOT_INFERENCE_URL"] || "https://router.huggingface.co/v1/chat/completions";
const model = process.env["BOT_MODEL"] || "HuggingFaceTB/SmolLM3-3B";
const instruction = "You answer comments in discussions about machine learning, briefly and kindly.";

/**
 * Stands, unseen, in front of every answer. An answer that mentions the bot is not one more question,
 * whatever account it runs under.
 */
const ownMark = "<!-- discussion-bot -->";

export default async function discussionBot(
  payload: WebhookPayload,
  { signal }: WebhookRequest,
): Promise<object> {
  const { event, repo, discussion, comment } = payload;
  const isNew = event.action === "create" && /^discussion(?:\.comment)?$/.test(event.scope);
  const text = comment?.content ?? "";
  if (!isNew || !discussion || text.includes(ownMark)) return { answered: false };
  if (!mentions(text, await accountName(signal))) return { answered: false };

  await askHub(`${repoApi(repo)}/discussions/${discussion.num}/comment`, {
    post: { comment: `${ownMark}\n${await findWords(text, signal)}` },
    signal,
  });
  return { answered: true };
}

/** Whether `@name` is in the text, and not only the beginning of another name or part of an address. */
function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w.-])@${RegExp.escape(name)}(?![\\w-])`, "i").test(text);
}

async function findWords(text: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(inferenceUrl, {
    method: "POST",
    headers: { ...credentials(), "content-type": "application/json" },
    body: JSON.stringify({
      model,
      messages: [
        { role: "system", content: instruction },
        { role: "user", content: text },
      ],
    }),
    signal,
  });
  if (!response.ok) throw new Error(`the model answers ${response.status}: ${await response.text()}`);
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const words = choices[0]?.message.content.trim();
  if (!words) throw new Error("the model has nothing to say");
  return words;
}
