import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../engine/stores.ts";
import { readWebhookNames } from "../../../engine/webhook-names.ts";
import type { HubClient } from "../../../hub/client.ts";
import type { JobRun } from "../../../model/job.ts";
import {
  suspendedAfterFailure,
  type StoredWebhook,
  type Webhook,
  webhookFromWire,
} from "../../../model/webhook.ts";
import type { HubReader } from "../../../store/hub-reader.ts";
import { targetText, watchedText } from "../../../tables/webhooks.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { chooseHub } from "../../settings/hub-choice.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";
import type { Candidate } from "./complete.ts";

/** Maximum time for a remote hub, in milliseconds. The shell waits for this command. */
const timeoutMs = 300;

const newest = 50;

/** Returns the names and the IDs of the webhooks of the hub that the settings select. */
export async function webhookIds(settings: Settings): Promise<readonly Candidate[]> {
  const client = await remoteClient(settings);
  const webhooks =
    client === null
      ? await readLocal(settings, (hub) => hub.webhooks().map(fromStore))
      : await inTime(client.listWebhooks());
  const names = readWebhookNames(storeLocation(settings).dataDir);
  const ids = webhooks.map((webhook) => ({ value: webhook.id, note: noteOf(webhook) }));
  const named = ids.flatMap(({ value: id, note }) => {
    const name = Object.hasOwn(names, id) ? names[id] : undefined;
    return name === undefined ? [] : [{ value: name, note }];
  });
  return [...named, ...ids];
}

/** Returns the IDs of the newest Jobs. */
export async function jobIds(settings: Settings): Promise<readonly Candidate[]> {
  const client = await remoteClient(settings);
  const jobs: readonly Pick<JobRun, "id" | "stage" | "command">[] =
    client === null
      ? await readLocal(settings, (hub) =>
          hub.jobs(newest).map(({ id, stage, spec }) => ({ id, stage, command: spec.command })),
        )
      : await inTime(client.listJobs());
  return jobs.map(({ id, stage, command }) => ({
    value: id,
    note: `${stage.toLowerCase()}  ${shellLine(command)}`,
  }));
}

/** Returns the hardware that a remote hub has for Jobs; a local hub does not use it. */
export async function flavors(settings: Settings): Promise<readonly Candidate[]> {
  const client = await remoteClient(settings);
  const found = client === null ? [] : await inTime(client.jobFlavors());
  return found.map(({ name, title }) => ({ value: name, note: title }));
}

/** Returns the newest dispatches of a webhook of the local hub. */
export async function dispatchIds(settings: Settings, webhookId: string): Promise<readonly Candidate[]> {
  if ((await remoteClient(settings)) !== null) return [];
  const dispatches = await readLocal(settings, (hub) => hub.dispatches(webhookId, newest));
  return dispatches.map(({ id, event, repo, state }) => ({
    value: String(id),
    note: `${event.scope}.${event.action} on ${repo.type}:${repo.name}, ${state}`,
  }));
}

function fromStore(stored: StoredWebhook): Webhook {
  const { suspended, disabled } = stored;
  return webhookFromWire({ ...stored, disabled: suspended ? suspendedAfterFailure : disabled });
}

function noteOf(webhook: Webhook): string {
  const state = webhook.disabled ? `${webhook.suspended ? "suspended" : "disabled"}, ` : "";
  return `${state}${targetText(webhook)} on ${watchedText(webhook)}`;
}

/** Resolves to nothing if a hub exceeds the limit for all requests of a call. */
function inTime<T>(call: Promise<readonly T[]>): Promise<readonly T[]> {
  return Promise.race([call, sleep(timeoutMs, [])]);
}

async function remoteClient(settings: Settings): Promise<HubClient | null> {
  const choice = chooseHub(settings, process.env);
  if (choice.kind === "local") return null;
  const { endpoint, token } = choice;
  const { createHubClient } = await import("../../../hub/create-hub-client.ts");
  return createHubClient({ endpoint: endpoint.value, token: token.value, timeoutMs, retryDelaysMs: [] });
}

/** Reads the data of the local hub from its file: the hub may not run. */
async function readLocal<T>(
  settings: Settings,
  read: (hub: HubReader) => readonly T[],
): Promise<readonly T[]> {
  const hub = await (await openStore(storeLocation(settings))).openHubReader();
  if (hub === null) return [];
  try {
    return read(hub);
  } finally {
    hub.close();
  }
}
