"""Replies to comments that mention the account of HF_TOKEN, with text of the chat model at BOT_INFERENCE_URL.
Source: https://huggingface.co/docs/hub/webhooks-guide-discussion-bot
"""

import os
import re

from _hub import account_name, ask_hub, payload, post, repo_api, respond, trying_again

INFERENCE_URL = os.environ.get("BOT_INFERENCE_URL") or "https://router.huggingface.co/v1/chat/completions"
MODEL = os.environ.get("BOT_MODEL") or "HuggingFaceTB/SmolLM3-3B"
INSTRUCTION = "You answer comments in discussions about machine learning, briefly and kindly."

# Invisible start of each reply. A comment that contains it is not answered, even if it mentions the bot.
OWN_MARK = "<!-- discussion-bot -->"


def answer(delivery):
    event, discussion = delivery["event"], delivery.get("discussion")
    text = (delivery.get("comment") or {}).get("content") or ""
    is_new = event["action"] == "create" and event["scope"] in ("discussion", "discussion.comment")
    if not is_new or discussion is None or OWN_MARK in text or not mentions(text, account_name()):
        return {"answered": False}

    url = f"{repo_api(delivery['repo'])}/discussions/{discussion['num']}/comment"
    ask_hub(url, {"comment": f"{OWN_MARK}\n{generate_reply(text)}"})
    return {"answered": True}


def mentions(text, name):
    """Returns True if the text has @name, but not as part of a longer name or an email address."""
    return re.search(rf"(?<![\w.-])@{re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None


def generate_reply(text):
    messages = [{"role": "system", "content": INSTRUCTION}, {"role": "user", "content": text}]
    completion = post(INFERENCE_URL, {"model": MODEL, "messages": messages})
    return completion["choices"][0]["message"]["content"].strip()


with trying_again():
    respond(answer(payload()))
