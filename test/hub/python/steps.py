"""What the scripts here share.

Each script drives the unmodified Python client against the hub of HF_ENDPOINT with the token of HF_TOKEN, and ends with 0 when everything was
answered as it should be. An operation is a `step`: it names the events that it must fire, and one line of JSON says when it was done.
test/hub/python.test.ts runs the scripts and checks, at the target the webhooks send to (HOOKLENS_TARGET), that these events arrived, in this
order, and no others. scripts/record-python-requests.ts runs them to record what the client sends.
"""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

from huggingface_hub import create_webhook, whoami
from huggingface_hub.errors import HfHubHTTPError

TARGET = os.environ["HOOKLENS_TARGET"]
SECRET = "a secret of the scripts"


@contextmanager
def step(name, *events):
    """An operation; events are written `scope.action`: `repo.create`, `repo.content.update`."""
    yield
    print(json.dumps({"step": name, "events": list(events)}), flush=True)


def watch_everything(**options):
    """Makes the webhook whose deliveries the events are checked by: all that the account has, all domains."""
    return create_webhook(url=TARGET, watched=[{"type": "user", "name": whoami()["name"]}], secret=SECRET, **options)


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"got {got!r}, wanted {wanted!r}")


@contextmanager
def refused(status, kind=HfHubHTTPError, message=None):
    """The call inside must be refused with this status, as exactly this class of error, with a request id."""
    try:
        yield
    except HfHubHTTPError as error:
        equal(type(error), kind)
        equal(error.response.status_code, status)
        if not error.request_id:
            raise AssertionError("the refusal has no request id") from error
        if message is not None and message not in str(error):
            raise AssertionError(f"{error} does not say {message!r}") from error
    else:
        raise AssertionError(f"nothing was refused, wanted {status}")


def hf(*arguments, code=0):
    """Runs the client's own command; what it printed on stdout, parsed as JSON."""
    printed = hf_text(*arguments, code=code)
    return json.loads(printed) if code == 0 else printed


def hf_text(*arguments, code=0):
    """The same; what it printed as it is, on stderr where it must fail."""
    command = [sys.executable, "-m", "huggingface_hub.cli.hf", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != code:
        raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout if code == 0 else done.stderr


def recording():
    """Whether what is sent is written down: then it must not depend on the moment."""
    return os.environ.get("HOOKLENS_RECORDING") == "1"
