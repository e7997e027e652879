"""Jobs: run, list, inspect, follow, cancel, and a webhook that starts one; from Python and from the `hf jobs` command."""

import json
import time

from huggingface_hub import (
    HfApi,
    JobStage,
    Volume,
    WebhookWatchedItem,
    cancel_job,
    create_repo,
    create_webhook,
    delete_webhook,
    fetch_job_logs,
    get_webhook,
    inspect_job,
    list_jobs,
    run_job,
    whoami,
)
from huggingface_hub.errors import BadRequestError, HfHubHTTPError, JobNotFoundError
from steps import equal, hf, hf_text, recording, refused, step, watch_everything

MISSING = "0" * 24
IMAGE = "python:3.12"


def end_of(job):
    """The run when it has ended, and what it said."""
    lines = list(fetch_job_logs(job_id=job.id, follow=True))
    return HfApi().wait_for_job(job.id, poll_interval=0.1), lines


with step("a witness of all events"):
    watch_everything()

with step("run"):
    job = run_job(
        image=IMAGE,
        command=["sh", "-c", 'echo "$GREETING $N"; test -n "$KEY" && echo to stderr >&2; exit 3'],
        env={"GREETING": "hello", "N": 3},
        secrets={"KEY": "s3cret"},
        timeout="10m",
        labels={"team": "ml"},
        volumes=[Volume(type="dataset", source="me/corpus", mount_path="/data")],
    )
    equal((job.docker_image, job.flavor, job.environment), (IMAGE, "cpu-basic", {"GREETING": "hello", "N": "3"}))
    equal((job.owner.name, job.owner.type), (whoami()["name"], "user"))
    equal((job.initiator.type, job.labels["team"], job.volumes[0].mount_path), ("user", "ml", "/data"))
    equal(job.secrets, {"KEY": "[redacted]"})

with step("follow the log to its end, and inspect"):
    ended, lines = end_of(job)
    equal(lines, ["hello 3", "to stderr"])
    equal((ended.status.stage, ended.status.message), (JobStage.ERROR, "exit code 3"))
    equal(inspect_job(job_id=job.id), ended)
    equal((ended.created_at <= ended.started_at <= ended.finished_at, ended.durations.total_secs >= 0), (True, True))

with step("the log again, and its last line"):
    equal(list(fetch_job_logs(job_id=job.id)), lines)
    equal(list(fetch_job_logs(job_id=job.id, tail=1)), lines[-1:])

with step("list, by stage and by label"):
    other = run_job(image=IMAGE, command=["true"])
    end_of(other)
    equal([one.id for one in list_jobs()], [other.id, job.id])
    equal([one.id for one in list_jobs(status=[JobStage.ERROR, "canceled"])], [job.id])
    equal([one.id for one in list_jobs(labels={"team": "ml"})], [job.id])

with step("cancel"):
    endless = run_job(image=IMAGE, command=["sh", "-c", "echo up; sleep 3600"])
    equal(next(iter(fetch_job_logs(job_id=endless.id, follow=True))), "up")
    equal(inspect_job(job_id=endless.id).status.stage, JobStage.RUNNING)
    cancel_job(job_id=endless.id)
    equal(end_of(endless)[0].status.stage, JobStage.CANCELED)

with step("labels"):
    equal(HfApi().update_job_labels(job_id=job.id, labels={"team": "web"}).labels, {"team": "web"})

with step("hardware"):
    equal([one.name for one in HfApi().list_jobs_hardware()], ["cpu-basic"])

with step("what is refused"):
    with refused(404, JobNotFoundError):
        inspect_job(job_id=MISSING)
    with refused(404, JobNotFoundError):
        list(fetch_job_logs(job_id=MISSING))
    with refused(403, HfHubHTTPError, "acme"):
        run_job(image=IMAGE, command=["true"], namespace="acme")
    with refused(400, BadRequestError, "command"):
        run_job(image=IMAGE, command=[])
    with refused(404, HfHubHTTPError, "does not exist"):
        create_webhook(job_id=MISSING, watched=[WebhookWatchedItem(type="dataset", name="me/corpus")])

with step("a webhook that starts a Job"):
    source = run_job(
        image=IMAGE, command=["sh", "-c", 'echo "$WEBHOOK_PAYLOAD"; echo "$WEBHOOK_REPO_TYPE $WEBHOOK_REPO_ID $WEBHOOK_SECRET"']
    )
    end_of(source)
    webhook = create_webhook(
        job_id=source.id, watched=[{"type": "dataset", "name": "me/trained"}], domains=["repo"], secret="job's"
    )
    equal(webhook.url, None)
    equal((webhook.job.docker_image, webhook.job.command), (IMAGE, source.command))
    equal(get_webhook(webhook.id), webhook)

with step("an event starts it", "repo.create"):
    create_repo("me/trained", repo_type="dataset")

with step("the run of the event"):
    # In a recording nobody waits: what is sent must not depend on when the run starts.
    while not recording() and next(iter(list_jobs())).id == source.id:
        time.sleep(0.05)
    if not recording():
        run = next(iter(list_jobs()))
        ended, lines = end_of(run)
        equal((ended.status.stage, run.initiator.type, run.initiator.id), (JobStage.COMPLETED, "webhook", webhook.id))
        payload = json.loads(lines[0])
        equal((payload["event"], payload["repo"]["name"]), ({"action": "create", "scope": "repo"}, "me/trained"))
        equal(lines[1:], ["dataset me/trained job's"])
    delete_webhook(webhook.id)

with step("the hf command"):
    made = hf("jobs", "run", "--detach", "--format", "json", IMAGE, "sh", "-c", "echo from hf")
    equal(hf_text("jobs", "logs", "--follow", made["id"]).splitlines()[0], "from hf")
    equal(hf("jobs", "inspect", made["id"], "--format", "json")[0]["status"]["stage"], "COMPLETED")
    equal(hf("jobs", "ls", "--all", "--limit", "1", "--format", "json")[0]["id"], made["id"])
    hf_text("jobs", "cancel", made["id"])
