import { UsageError } from "../../model/errors.ts";
import type { JobDraft } from "../../model/job.ts";
import { v } from "../../text/visible.ts";
import { readCount } from "../number-argument.ts";
import type { Invocation } from "../program/launch.ts";
import { useHub } from "./use-hub.ts";

/** The options of `jobs run`, as typed. */
export interface JobRunOptions {
  readonly image: string;
  readonly env?: readonly string[];
  readonly timeout?: string;
}

/** `jobs run -- COMMAND...` */
export async function runJob(
  { settings, output }: Invocation,
  command: readonly string[],
  { image, env = [], timeout }: JobRunOptions,
): Promise<void> {
  const draft: JobDraft = {
    command,
    image,
    environment: Object.fromEntries(env.map(readVariable)),
    ...(timeout === undefined ? {} : { timeoutSeconds: readCount(timeout, "--timeout") }),
  };
  await useHub({ settings, output }, async ({ client, running }) => {
    const run = await client.runJob(draft);
    await output.answer({
      lines: () => [v`${run.id}`],
      json: () => run,
      ids: () => [run.id],
    });
    if (!running) output.note(v`It waits until hooklens hub runs.`);
    else if (run.message !== null) output.note(v`It is ${run.message}.`);
  });
}

function readVariable(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals >= 1) return [text.slice(0, equals), text.slice(equals + 1)];
  throw new UsageError({
    what: `"${text}" is no variable`,
    hint: "Write name=value, for example --env EPOCHS=3",
  });
}
