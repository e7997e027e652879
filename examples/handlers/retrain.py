"""Starts a Job when a dataset changes, once for each revision: RETRAIN_COMMAND in RETRAIN_IMAGE, with DATASET
and DATASET_REVISION in its environment. Opens a discussion of the dataset with the ID of the Job.
Source: https://huggingface.co/docs/hub/webhooks-guide-auto-retrain
"""

import os

from _hub import account_name, ask_hub, new_head, payload, repo_api, respond, trying_again

COMMAND = os.environ.get("RETRAIN_COMMAND") or "python train.py"
IMAGE = os.environ.get("RETRAIN_IMAGE") or "python:3.12"


def retrain(delivery):
    repo = delivery["repo"]
    revision = new_head(delivery)
    if repo["type"] != "dataset" or revision is None:
        return {"started": None}

    jobs = f"/api/jobs/{account_name()}"
    # A delivery may arrive twice or be replayed, but each revision is trained on once.
    for job in ask_hub(jobs):
        if (job.get("labels") or {}).get("retrain-revision") == revision:
            return {"started": None, "already": job["id"]}

    job = ask_hub(
        jobs,
        {
            "command": ["sh", "-c", COMMAND],
            "arguments": [],
            "environment": {"DATASET": repo["name"], "DATASET_REVISION": revision},
            "dockerImage": IMAGE,
            "flavor": "cpu-basic",
            "labels": {"retrain-revision": revision},
        },
    )
    ask_hub(
        f"{repo_api(repo)}/discussions",
        {
            "title": f"Training on {revision[:7]}",
            "description": f"Job `{job['id']}` trains on revision `{revision}` of this dataset: `{COMMAND}`",
        },
    )
    return {"started": job["id"]}


with trying_again():
    respond(retrain(payload()))
