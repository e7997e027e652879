import { text } from "node:stream/consumers";
import { readTextWithin } from "../../../files/read-file.ts";
import type { HubClient } from "../../../hub/client.ts";
import { NoJobsError } from "../../../hub/errors.ts";
import { prepareRerun } from "../../../hub/prepare-rerun.ts";
import { errorText, isHooklensError, UsageError } from "../../../model/errors.ts";
import { jobCost } from "../../../model/job-cost.ts";
import { payloadVariables, type RerunChange } from "../../../model/job-rerun.ts";
import { defaultFlavor, defaultImage, type JobDraft, type JobImage } from "../../../model/job.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount } from "../../command-line/number-argument.ts";
import { canAsk, type Streams } from "../../streams.ts";
import { confirm } from "../confirm.ts";
import { findJobId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { readSecrets, readVariables } from "./variables.ts";

/** Options of `jobs run` and `jobs rerun`, as typed. */
interface StartOptions {
  readonly image?: string;
  readonly space?: string;
  readonly flavor?: string;
  readonly namespace?: string;
  readonly env?: readonly string[];
  readonly secret?: readonly string[];
  readonly timeout?: string;
  readonly yes?: true;
}

/** Options of `jobs rerun`, as typed. */
export interface RerunOptions extends StartOptions {
  readonly payload?: string;
}

/** Runs `jobs run -- COMMAND...`. Returns exit code 0, or 1 if the user declined. */
export function runJob(
  invocation: Invocation,
  command: readonly string[],
  options: StartOptions,
): Promise<number> {
  const { flavor, namespace } = options;
  const draft: JobDraft = {
    command,
    ...(imageOf(options) ?? { image: defaultImage }),
    environment: readVariables(options.env ?? []),
    ...secretsOf(options),
    ...timeoutOf(options),
    ...(flavor === undefined ? {} : { flavor }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  return start(invocation, options, async () => draft);
}

/** Runs `jobs rerun ID [-- COMMAND...]`. Returns exit code 0, or 1 if the user declined. */
export async function rerunJob(
  invocation: Invocation,
  typed: string,
  command: readonly string[],
  options: RerunOptions,
): Promise<number> {
  const { flavor, namespace, payload } = options;
  const image = imageOf(options);
  const event = payload === undefined ? {} : payloadVariables(await readPayload(invocation.streams, payload));
  const change: RerunChange = {
    ...(command.length === 0 ? {} : { command }),
    environment: { ...event, ...readVariables(options.env ?? []) },
    ...secretsOf(options),
    ...timeoutOf(options),
    ...(flavor === undefined ? {} : { flavor }),
    ...(image === null ? {} : { image }),
  };
  return start(invocation, options, async (client) => {
    const id = await findJobId(client, typed, namespace);
    return prepareRerun(client, await client.getJob(id, namespace), change);
  });
}

/** Starts a run, after a question if it costs money. */
async function start(
  { settings, output, streams, print }: Invocation,
  { yes }: StartOptions,
  prepare: (client: HubClient) => Promise<JobDraft>,
): Promise<number> {
  return useHub({ settings, output }, async ({ client, name, running }) => {
    const draft = await prepare(client);
    if (yes !== true && !(await isAgreed(streams, client, draft, name))) {
      output.note(v`Nothing was started.`);
      return 1;
    }
    const run = await client.runJob(draft);
    await print({
      table: () => [v`${run.id}`],
      json: () => run,
      quiet: () => [run.id],
    });
    if (!running) output.note(v`The run waits until hooklens hub runs.`);
    else if (run.message !== null) output.note(v`The run is ${run.message}.`);
    return 0;
  });
}

/**
 * Returns true if the run is free, or if the user agrees to its price.
 * @throws {UsageError} there is no terminal to ask on
 */
async function isAgreed(streams: Streams, client: HubClient, draft: JobDraft, hub: string): Promise<boolean> {
  const { costs, text: price } = jobCost(
    await flavorsOf(client),
    draft.flavor ?? defaultFlavor,
    draft.timeoutSeconds,
  );
  if (!costs) return true;
  if (!canAsk(streams)) {
    throw new UsageError({
      what: "the Job was not started",
      why: `it costs money on ${hub}, and there is no terminal to ask on`,
      hint: "Add --yes to start it without asking",
    });
  }
  const owner = draft.namespace === undefined ? v`` : v` as ${draft.namespace}`;
  return confirm(streams, v`Run ${shellLine(draft.command)} on ${hub}${owner} (${price})?`);
}

/** Reads the prices. Returns null if the hub does not tell them, which a question then says. */
async function flavorsOf(client: HubClient) {
  try {
    return await client.jobFlavors();
  } catch (error) {
    if (error instanceof NoJobsError || !isHooklensError(error)) throw error;
    return null;
  }
}

function imageOf({ image, space }: StartOptions): JobImage | null {
  if (image !== undefined && space !== undefined) {
    throw new UsageError({ what: "--image and --space exclude each other", hint: "Give one of them" });
  }
  if (space !== undefined) return { space };
  return image === undefined ? null : { image };
}

function secretsOf({ secret = [] }: StartOptions) {
  return secret.length === 0 ? {} : { secrets: readSecrets(secret) };
}

function timeoutOf({ timeout }: StartOptions) {
  return timeout === undefined ? {} : { timeoutSeconds: readCount(timeout, "--timeout") };
}

async function readPayload({ stdin }: Streams, file: string): Promise<string> {
  if (file === "-") return text(stdin);
  try {
    return readTextWithin(file);
  } catch (cause) {
    throw new UsageError({
      what: `the payload ${file} cannot be read`,
      why: errorText(cause),
      hint: "Check the path after --payload",
      cause,
    });
  }
}
