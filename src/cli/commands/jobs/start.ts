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
import { command } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount } from "../../command-line/number-argument.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import { canAsk, type Streams } from "../../streams.ts";
import { confirm } from "../confirm.ts";
import { findJobId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { idHelp, namespaceOption, runHelp } from "./run-help.ts";
import { readSecrets, readVariables } from "./variables.ts";

/** Options of a new run. */
const startOptions = {
  "--image <image>": `Docker image (default for a new run: ${defaultImage})`,
  "--space <owner/name>": "Space whose image the run uses, instead of --image",
  "--flavor <flavor>": `hardware (default for a new run: ${defaultFlavor})`,
  "--env <name=value>": { about: "environment variable (repeatable)", repeatable: true },
  "--secret <name=value>": {
    about: "secret: the text, @FILE or env:NAME (repeatable)",
    repeatable: true,
  },
  "--timeout <seconds>": "stop the run after this time (default: 1800)",
  "-y, --yes": "start it without asking, also if it costs money",
} as const;
type StartValues = OptionValues<typeof startOptions>;

/** Exits with code 1 if the user declined. */
export const run = command("jobs run <command...>", {
  arguments: { "<command...>": "command and its arguments, after --" },
  options: { ...startOptions, ...namespaceOption },
  help: runHelp,
  run(invocation, { command: argv, ...options }) {
    const { flavor, namespace } = options;
    const draft: JobDraft = {
      command: argv,
      ...(imageOf(options) ?? { image: defaultImage }),
      environment: readVariables(options.env ?? []),
      ...secretsOf(options),
      ...timeoutOf(options),
      ...(flavor === undefined ? {} : { flavor }),
      ...(namespace === undefined ? {} : { namespace }),
    };
    return start(invocation, options, async () => draft);
  },
});

/** Exits with code 1 if the user declined. */
export const rerun = command("jobs rerun <id> [command...]", {
  arguments: {
    "<id>": idHelp,
    "[command...]": "another command and its arguments, after --",
  },
  options: {
    ...startOptions,
    "--payload <file>": "JSON payload in place of that of the event, as WEBHOOK_PAYLOAD; - reads stdin",
    ...namespaceOption,
  },
  help: `
Hubs do not return secrets: give those of the run again with --secret. WEBHOOK_SECRET of the webhook that started
the run is added.
Examples:
  hooklens jobs rerun 687f911eaea852de79c4a50a
  hooklens jobs rerun 687f911eaea852de79c4a50a --env EPOCHS=1 --payload event.json
  hooklens jobs rerun 687f911eaea852de79c4a50a -- python train.py --dry-run`,
  async run(invocation, { id: typed, command: argv, ...options }) {
    const { flavor, namespace, payload } = options;
    const image = imageOf(options);
    const event =
      payload === undefined ? {} : payloadVariables(await readPayload(invocation.streams, payload));
    const change: RerunChange = {
      ...(argv.length === 0 ? {} : { command: argv }),
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
  },
});

/** Starts a run, after a question if it costs money. */
async function start(
  { settings, output, streams, print }: Invocation,
  { yes }: StartValues,
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

/** Reads the prices. Returns null if the hub omits them, as a question then says. */
async function flavorsOf(client: HubClient) {
  try {
    return await client.jobFlavors();
  } catch (error) {
    if (error instanceof NoJobsError || !isHooklensError(error)) throw error;
    return null;
  }
}

function imageOf({ image, space }: StartValues): JobImage | null {
  if (image !== undefined && space !== undefined) {
    throw new UsageError({ what: "--image and --space exclude each other", hint: "Give one of them" });
  }
  if (space !== undefined) return { space };
  return image === undefined ? null : { image };
}

function secretsOf({ secret = [] }: StartValues) {
  return secret.length === 0 ? {} : { secrets: readSecrets(secret) };
}

function timeoutOf({ timeout }: StartValues) {
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
