import { dropWaitingForwards, runningReceiver } from "../../../engine/log-commands.ts";
import { version } from "../../../engine/version.ts";
import { UsageError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { matchingSeqs } from "./log.ts";

/** Options of `deliveries drop` and `deliveries retry`, as typed. */
interface WaitingOptions {
  readonly where?: string;
  readonly dryRun?: boolean;
}

/** Runs `deliveries drop`. */
export async function dropForwards(
  invocation: Invocation,
  seqTexts: readonly string[],
  options: WaitingOptions,
): Promise<void> {
  const { settings, output } = invocation;
  const seqs = await waitingSeqs(invocation, seqTexts, options);
  if (options.dryRun === true) return printChanged(invocation, seqs.length, "would be dropped");
  const location = storeLocation(settings);
  const dropped = await dropWaitingForwards({ ...location, version, logger: output.logger }, seqs);
  await printChanged(invocation, dropped, "dropped");
}

/** Runs `deliveries retry`. @throws {EngineGoneError} no receiver runs */
export async function retryForwards(
  invocation: Invocation,
  seqTexts: readonly string[],
  options: WaitingOptions,
): Promise<void> {
  const seqs = await waitingSeqs(invocation, seqTexts, options);
  const location = storeLocation(invocation.settings);
  const receiver = await runningReceiver({ ...location, version }, "waiting deliveries cannot be sent");
  await printChanged(invocation, await receiver.retryForwards(seqs), "sent now");
}

/** Runs `deliveries hold` and `deliveries resume`. @throws {EngineGoneError} no receiver runs */
export async function holdForward({ settings, print }: Invocation, held: boolean): Promise<void> {
  const what = `forwards cannot be ${held ? "held" : "resumed"}`;
  const receiver = await runningReceiver({ ...storeLocation(settings), version }, what);
  await receiver.holdForward(held);
  await print({
    table: () => [held ? v`Forwards are held; deliveries wait.` : v`Forwards are resumed.`],
    json: () => ({ held }),
    quiet: () => [],
  });
}

/** Returns the numbers of the named deliveries, or of those that wait and match. @throws {UsageError} */
async function waitingSeqs(
  { settings, output }: Invocation,
  seqTexts: readonly string[],
  { where }: WaitingOptions,
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
