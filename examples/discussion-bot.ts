/**
 * Replies to comments that mention the account of HF_TOKEN, with text of the chat model at BOT_INFERENCE_URL.
 * Source: the Hub's guide, https://huggingface.co/docs/hub/webhooks-guide-discussion-bot.
 */
import type { WebhookPayload, WebhookRequest } from "hooklens";
import { accountName, askHub, credentials } from "./hub/ask-hub.ts";
import { repoApi } from "./hub/repo.ts";

const inferenceUrl = process.env["BOT_INFERENCE_URL"] || "https://router.huggingface.co/v1/chat/completions";
const model = process.env["BOT_MODEL"] || "HuggingFaceTB/SmolLM3-3B";
const instruction = "You answer comments in discussions about machine learning, briefly and kindly.";

/** Invisible start of each reply. A comment that contains it is not answered, even if it mentions the bot. */
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
    post: { comment: `${ownMark}\n${await generateReply(text, signal)}` },
    signal,
  });
  return { answered: true };
}

/** Returns true if the text has `@name`, but not as part of a longer name or an email address. */
function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w.-])@${RegExp.escape(name)}(?![\\w-])`, "i").test(text);
}

async function generateReply(text: string, signal: AbortSignal): Promise<string> {
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
  if (!response.ok) throw new Error(`the model responded ${response.status}: ${await response.text()}`);
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const words = choices[0]?.message.content.trim();
  if (!words) throw new Error("the model returned no text");
  return words;
}
