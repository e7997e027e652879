"""Every webhook operation of the client, from Python and from its `hf webhooks` command."""

from huggingface_hub import (
    HfApi,
    WebhookWatchedItem,
    create_repo,
    create_webhook,
    delete_webhook,
    disable_webhook,
    enable_webhook,
    get_webhook,
    list_webhooks,
    update_webhook,
    whoami,
)
from huggingface_hub.errors import BadRequestError, HfHubHTTPError
from steps import SECRET, TARGET, equal, hf, refused, step, watch_everything

MISSING = "0" * 24
URL = "https://example.org/hook"
CORPUS = WebhookWatchedItem(type="dataset", name="me/corpus")
ACME = WebhookWatchedItem(type="org", name="acme")

with step("whoami"):
    equal(whoami()["name"], "me")

# Whatever happens to webhooks must not reach this one.
with step("create a witness"):
    witness = watch_everything()
    equal(witness.url, TARGET)
    equal(witness.secret, SECRET)
    equal(witness.disabled, False)

with step("create"):
    made = create_webhook(url=URL, watched=[CORPUS, {"type": "org", "name": "acme"}], domains=["repo"], secret="s3cret")
    equal(made.watched, [CORPUS, ACME])
    equal((made.url, made.job, made.domains, made.secret, made.disabled), (URL, None, ["repo"], "s3cret", False))

with step("create with the least"):
    least = create_webhook(url=URL, watched=[])
    equal((least.watched, least.secret), ([], None))
    delete_webhook(least.id)

with step("get"):
    equal(get_webhook(made.id), made)

with step("list"):
    equal(list_webhooks(), [witness, made])

with step("update one thing: the rest stays"):
    moved = update_webhook(made.id, url="https://example.org/moved")
    equal((moved.url, moved.watched, moved.domains, moved.secret), ("https://example.org/moved", [CORPUS, ACME], ["repo"], "s3cret"))

with step("update everything"):
    both = update_webhook(made.id, url=URL, watched=[ACME, CORPUS], domains=["repo", "discussions"], secret="other")
    equal(both, get_webhook(made.id))
    equal((both.watched, both.domains, both.secret), ([ACME, CORPUS], ["repo", "discussion"], "other"))

with step("disable and enable, twice each"):
    for call, disabled in [(disable_webhook, True), (disable_webhook, True), (enable_webhook, False), (enable_webhook, False)]:
        equal(call(made.id).disabled, disabled)

with step("kinds of watched items that are newer than the documentation"):
    newer = create_webhook(url=URL, watched=[{"type": "bucket", "name": "me/files"}, {"type": "kernel", "name": "me/flash"}])
    equal([item.type for item in newer.watched], ["bucket", "kernel"])
    delete_webhook(newer.id)

with step("refusals"):
    with refused(404, message="Webhook not found"):
        get_webhook(MISSING)
    with refused(404):
        update_webhook(MISSING, url=URL)
    with refused(404):
        enable_webhook(MISSING)
    with refused(404):
        disable_webhook(MISSING)
    with refused(404):
        delete_webhook(MISSING)
    with refused(400, BadRequestError, message='"url" must be an address that can receive webhooks'):
        create_webhook(url="ftp://example.org", watched=[CORPUS])
    with refused(400, BadRequestError, message='"watched[0].type" must be a string'):
        create_webhook(url=URL, watched=[{"type": 1, "name": "me/corpus"}])
    with refused(400, BadRequestError, message="must be one of [repo, discussion]"):
        create_webhook(url=URL, watched=[CORPUS], domains=["wiki"])
    with refused(401, message="Invalid credentials in Authorization header"):
        HfApi().list_webhooks(token="hf_another")
    with refused(401):
        HfApi().list_webhooks(token=False)
    for wrong in [{}, {"url": URL, "job_id": "687f911eaea852de79c4a50a"}]:
        try:
            create_webhook(watched=[CORPUS], **wrong)
        except ValueError as error:
            equal(isinstance(error, HfHubHTTPError), False)
        else:
            raise AssertionError("the client sent a webhook that cannot be")

with step("the command"):
    by_command = hf(
        *("webhooks", "create", "--url", URL, "--watch", "dataset:me/corpus", "--watch", "org:acme"),
        *("--domain", "discussions", "--secret", "s", "--format", "json"),
    )["id"]
    info = hf("webhooks", "info", by_command, "--format", "json")
    equal((info["url"], info["domains"], info["secret"]), (URL, ["discussion"], "s"))
    hf("webhooks", "update", by_command, "--url", "https://example.org/2", "--format", "json")
    equal(get_webhook(by_command).watched, [CORPUS, ACME])
    hf("webhooks", "disable", by_command, "--format", "json")
    equal(get_webhook(by_command).disabled, True)
    hf("webhooks", "enable", by_command, "--format", "json")
    equal(get_webhook(by_command).disabled, False)
    listed = hf("webhooks", "ls", "--format", "json")
    equal([webhook["id"] for webhook in listed], [witness.id, made.id, by_command])
    hf("webhooks", "delete", by_command, "--yes", "--format", "json")
    equal("Webhook not found" in hf("webhooks", "info", by_command, code=1), True)

with step("delete"):
    delete_webhook(made.id)
    equal(list_webhooks(), [witness])

with step("an event, now", "repo.create"):
    create_repo("me/witnessed")

with step("nothing more once it is disabled"):
    disable_webhook(witness.id)
    create_repo("me/unwitnessed")

with step("an endpoint of one's own does not change where webhooks are", "repo.create"):
    # All webhook methods use HF_ENDPOINT, whatever the HfApi was made with.
    HfApi(endpoint="http://127.0.0.1:9").enable_webhook(witness.id)
    create_repo("me/again")
