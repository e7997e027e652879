"""The webhook's payload, and the Hub's API with HF_TOKEN. Not a route: the name begins with _."""

import json
import os
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager

# URL of the Hub, or HF_ENDPOINT; `hooklens hub env` prints the one of the local hub.
ENDPOINT = (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")

# Exit code that asks hooklens for another try: EX_TEMPFAIL of sysexits.h.
TRY_AGAIN = 75


def payload():
    """Returns the delivery. Its variable lacks a payload of more than 100 kB; its file never does."""
    with open(os.environ["WEBHOOK_PAYLOAD_FILE"], encoding="utf-8") as file:
        return json.load(file)


def respond(result):
    """Prints the response to the sender."""
    json.dump(result, sys.stdout)


@contextmanager
def trying_again():
    """Asks for another try if the Hub or the network fails; another error is final, with its traceback."""
    try:
        yield
    except urllib.error.HTTPError as error:
        print(f"{error.url} responded {error.code}: {error.read().decode(errors='replace')}", file=sys.stderr)
        sys.exit(TRY_AGAIN if error.code == 429 or error.code >= 500 else 1)
    except urllib.error.URLError as error:
        print(f"no response: {error.reason}", file=sys.stderr)
        sys.exit(TRY_AGAIN)


def post(url, body):
    """POSTs JSON and returns the JSON of the response."""
    return json.loads(_send(url, json.dumps(body).encode()))


def ask_hub(path, body=None):
    """Calls the Hub's API: a POST if there is a body. Never pass a URL of a payload: its sender would get the token."""
    return json.loads(_send(ENDPOINT + path, None if body is None else json.dumps(body).encode()))


def read_file(repo, revision, name):
    """Returns the text of a file in a repo; None if there is no such file."""
    kind = "" if repo["type"] == "model" else f"/{repo['type']}s"
    try:
        return _send(f"{ENDPOINT}{kind}/{repo['name']}/resolve/{revision}/{name}").decode()
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise


def repo_api(repo):
    """Returns the path of a repo in the Hub's API: /api/datasets/me/corpus."""
    return f"/api/{repo['type']}s/{repo['name']}"


def account_name():
    """Returns the name of the account of HF_TOKEN."""
    return ask_hub("/api/whoami-v2")["name"]


def new_head(delivery):
    """Returns the new commit of main; None if the event is not a content update, or main is unchanged."""
    event = delivery["event"]
    if event["action"] != "update" or not event["scope"].startswith("repo.content"):
        return None
    refs = delivery.get("updatedRefs")
    if refs is None:
        return delivery["repo"].get("headSha")
    return next((ref["newSha"] for ref in refs if ref["ref"] == "refs/heads/main"), None)


def _send(url, body=None):
    headers = {"content-type": "application/json"}
    if token := os.environ.get("HF_TOKEN"):
        headers["authorization"] = f"Bearer {token}"
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=60) as response:
        return response.read()
