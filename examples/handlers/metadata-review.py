"""Reviews the metadata of the card of a model or dataset when its repo changes. All reviews of a repo go to
one discussion. Source: https://huggingface.co/docs/hub/webhooks-guide-metadata-review
"""

import re
from urllib.parse import urlencode

from _hub import account_name, ask_hub, new_head, payload, read_file, repo_api, respond, trying_again

TITLE = "Metadata review"

# Expected metadata keys by repo type, each with its purpose.
WANTED = {
    "model": {
        "license": "states the permitted uses",
        "language": "makes it searchable by language",
        "library_name": "names the library that loads it",
        "pipeline_tag": "makes it searchable by task, and enables inference in the browser",
        "datasets": "names its training data",
        "base_model": "names the model it is derived from",
    },
    "dataset": {
        "license": "states the permitted uses",
        "language": "makes it searchable by language",
        "pretty_name": "is the name shown to people",
        "task_categories": "makes it searchable by task",
        "size_categories": "makes it searchable by size",
    },
}


def review(delivery):
    repo = delivery["repo"]
    keys = WANTED.get(repo["type"])
    revision = new_head(delivery)
    if keys is None or revision is None:
        return {"reviewed": False}

    text = review_of(keys, read_file(repo, revision, "README.md"))
    discussions = f"{repo_api(repo)}/discussions"
    num, newest = find_review(discussions)
    if num is None:
        ask_hub(discussions, {"title": TITLE, "description": text})
    elif newest != text:
        ask_hub(f"{discussions}/{num}/comment", {"comment": text})
    return {"reviewed": True}


def review_of(keys, card):
    if card is None:
        return "There is no README.md, so there is no card."
    present = filled_keys(card)
    rows = [f"| `{key}` | {'yes' if key in present else '**missing**'} | {what} |" for key, what in keys.items()]
    missing = ", ".join(f"`{key}`" for key in keys if key not in present)
    verdict = (
        f"Please add to the metadata of README.md: {missing}."
        if missing
        else "The card has all expected metadata."
    )
    return "\n".join([verdict, "", "| key | present | purpose |", "|---|---|---|", *rows])


def filled_keys(card):
    """Returns the keys with a value in the metadata of a card: the YAML between its first two lines ---."""
    metadata = re.match(r"---\r?\n(.*?)^---\s*$", card, re.MULTILINE | re.DOTALL)
    if metadata is None:
        return set()
    entries = re.findall(
        r"^([A-Za-z][\w-]*):[ \t]*(.*(?:\r?\n(?:[ \t]+|- ).*)*)", metadata[1], re.MULTILINE
    )
    return {key for key, value in entries if not is_empty(value)}


def is_empty(value):
    bare = re.sub(r"(?:^|\s)#.*$", "", value, flags=re.MULTILINE).strip()
    return re.fullmatch(r"(?:\[\s*\]|\{\s*\}|\"\"|''|~|null|-)?", bare) is not None


def find_review(discussions):
    """Returns number and last text of the open review of this account; None for what is missing."""
    author = account_name()
    query = urlencode({"type": "discussion", "status": "open", "author": author})
    found = [each for each in ask_hub(f"{discussions}?{query}")["discussions"] if each["title"] == TITLE]
    if not found:
        return None, None
    num = found[0]["num"]
    texts = [
        event["data"].get("latest", {}).get("raw")
        for event in ask_hub(f"{discussions}/{num}")["events"]
        if event["type"] == "comment" and event["author"]["name"] == author
    ]
    return num, texts[-1] if texts else None


with trying_again():
    respond(review(payload()))
