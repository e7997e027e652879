import type { ReceiverControl } from "../../../engine/client.ts";
import { version } from "../../../engine/version.ts";
import { exitCodes, UsageError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { matchingSeqs } from "./log.ts";

/** Exits with code 1 if none of the named deliveries waits. */
export const drop = command("deliveries drop [seq...]", {
  arguments: { "[seq...]": "numbers of the deliveries" },
  options: {
    "--where <filter>": "all waiting deliveries that match, instead of numbered ones",
    "--dry-run": "print the number of deliveries, change nothing",
  },
  async run(invocation, { seq: seqTexts, ...options }) {
    const { settings, output } = invocation;
    const seqs = await waitingSeqs(invocation, seqTexts, options);
    if (options.dryRun === true) {
      await printChanged(invocation, seqs.length, "would be dropped");
      return exitCodes.done;
    }
    const { dropWaitingForwards } = await import("../../../engine/log-commands.ts");
    const location = storeLocation(settings);
    const dropped = await dropWaitingForwards({ ...location, version, logger: output.logger }, seqs);
    await printChanged(invocation, dropped, "dropped");
    return exitCode(dropped, options);
  },
});

/** Exits with code 1 if none of the named deliveries waits. */
export const retry = command("deliveries retry [seq...]", {
  arguments: { "[seq...]": "numbers of the deliveries" },
  options: { "--where <filter>": "all waiting deliveries that match, instead of numbered ones" },
  async run(invocation, { seq: seqTexts, ...options }) {
    const seqs = await waitingSeqs(invocation, seqTexts, options);
    const receiver = await receiverOf(invocation, "waiting deliveries cannot be sent");
    const sent = await receiver.retryForwards(seqs);
    await printChanged(invocation, sent, "sent now");
    return exitCode(sent, options);
  },
});

/** Returns 0 after a filter without a match, but 1 for numbers of which none waits. */
function exitCode(changed: number, { where }: { readonly where?: string }): number {
  return where === undefined && changed === 0 ? exitCodes.failed : exitCodes.done;
}

export const hold = command("deliveries hold", {
  run: (invocation) => holdForwards(invocation, true),
});

export const resume = command("deliveries resume", {
  run: (invocation) => holdForwards(invocation, false),
});

/** Holds or resumes the forwards. @throws {EngineGoneError} no receiver runs */
async function holdForwards(invocation: Invocation, held: boolean): Promise<void> {
  const what = `forwards cannot be ${held ? "held" : "resumed"}`;
  const receiver = await receiverOf(invocation, what);
  await receiver.holdForward(held);
  await invocation.print({
    table: () => [held ? v`Forwards are held; deliveries wait.` : v`Forwards are resumed.`],
    json: () => ({ held }),
    quiet: () => [],
  });
}

/** Returns the running receiver. @throws {EngineGoneError} none runs, so that `what` */
async function receiverOf({ settings }: Invocation, what: string): Promise<ReceiverControl> {
  const { runningReceiver } = await import("../../../engine/log-commands.ts");
  return runningReceiver({ ...storeLocation(settings), version }, what);
}

/** Returns the numbers of the named deliveries, or of those that wait and match. @throws {UsageError} */
async function waitingSeqs(
  { settings, output }: Invocation,
  seqTexts: readonly string[],
  { where }: { readonly where?: string },
): Promise<readonly number[]> {
  if ((where === undefined) === (seqTexts.length === 0)) {
    throw new UsageError({
      what: where === undefined ? "no deliveries are named" : "numbers and --where cannot be combined",
      hint: "Give the numbers of deliveries, or --where FILTER; is:waiting matches all that wait",
    });
  }
  if (where === undefined) return seqTexts.map(readSeq);
  return matchingSeqs(
    { settings, output },
    parseFilter(`${where} is:waiting`, Date.now(), settings.filters.value),
  );
}

function printChanged({ print }: Invocation, deliveries: number, how: string): Promise<void> {
  const text: Visible = v`${plural(deliveries, "waiting delivery", "waiting deliveries")} ${how}`;
  return print({ table: () => [text], json: () => ({ deliveries }), quiet: () => [] });
}
