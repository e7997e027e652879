/**
 * Starts a Job when a dataset changes: RETRAIN_COMMAND in RETRAIN_IMAGE, with DATASET and DATASET_REVISION in
 * its environment. Opens a discussion of the dataset with the ID of the Job. Source: the Hub's guide,
 * https://huggingface.co/docs/hub/webhooks-guide-auto-retrain.
 */
import type { WebhookPayload, WebhookRequest } from "hooklens";
import { accountName, askHub } from "./hub/ask-hub.ts";
import { newHead, repoApi } from "./hub/repo.ts";

const command = process.env["RETRAIN_COMMAND"] || "python train.py";
const dockerImage = process.env["RETRAIN_IMAGE"] || "python:3.12";

interface Job {
  readonly id: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export default async function retrain(payload: WebhookPayload, { signal }: WebhookRequest): Promise<object> {
  const { repo } = payload;
  const revision = newHead(payload);
  if (repo.type !== "dataset" || revision === null) return { started: null };

  const jobs = `/api/jobs/${await accountName(signal)}`;
  const label = { "retrain-revision": revision };
  // A delivery may arrive twice or be replayed, but each revision is trained on once.
  const known = ((await askHub(jobs, { signal })) as Job[]).find(
    ({ labels }) => labels?.["retrain-revision"] === revision,
  );
  if (known !== undefined) return { started: null, already: known.id };

  const job = (await askHub(jobs, {
    post: {
      command: ["sh", "-c", command],
      arguments: [],
      environment: { DATASET: repo.name, DATASET_REVISION: revision },
      dockerImage,
      flavor: "cpu-basic",
      labels: label,
    },
    signal,
  })) as Job;
  await askHub(`${repoApi(repo)}/discussions`, {
    post: {
      title: `Training on ${revision.slice(0, 7)}`,
      description: `Job \`${job.id}\` trains on revision \`${revision}\` of this dataset: \`${command}\``,
    },
    signal,
  });
  return { started: job.id };
}
