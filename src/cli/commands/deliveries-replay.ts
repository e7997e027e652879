import type { ReplayResult } from "../../engine/client.ts";
import { replayDelivery, type ReplayDeliveryOptions } from "../../engine/replay-delivery.ts";
import { version } from "../../engine/version.ts";
import { isFailure } from "../../model/delivery.ts";
import { exitCodes, isHooklensError } from "../../model/errors.ts";
import { parseWebhookUrl } from "../../model/url.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { readSeq } from "../number-argument.ts";
import type { Invocation } from "../program/launch.ts";
import { secretOfRoute } from "../settings/receiver-secrets.ts";

/** One replay as `--format json` has it; `seq` is null where none was made. */
interface ReplayAnswer extends Omit<ReplayResult, "seq" | "outcome"> {
  readonly replayOf: number;
  readonly seq: number | null;
  readonly outcome: ReplayResult["outcome"] | null;
}

/**
 * `deliveries replay SEQ... [--to URL]`, one after the other.
 * @returns 1 when one of them failed
 * @throws {EngineGoneError} no receiver runs, and there is no URL
 */
export async function replayDeliveries(
  { settings, output }: Invocation,
  seqTexts: readonly string[],
  { to }: { readonly to?: string },
): Promise<number> {
  const seqs = seqTexts.map(readSeq);
  const url = to === undefined ? undefined : parseWebhookUrl(to);
  const options: ReplayDeliveryOptions = {
    dataDir: settings.dataDir.value,
    version,
    onNote: (line) => output.note(v`${line}`),
    secretOf: (route) => secretOfRoute(settings.receiver, route),
  };
  const answers: ReplayAnswer[] = [];
  let stoppedBy: unknown = null;
  for (const seq of seqs) {
    try {
      answers.push({ replayOf: seq, ...(await replayDelivery(options, seq, url)) });
    } catch (error) {
      // Of several, one that cannot be replayed does not keep the others back; a receiver that is gone does.
      if (seqs.length === 1 || !isHooklensError(error) || error.exitCode !== exitCodes.failed) {
        stoppedBy = error;
        break;
      }
      answers.push({ replayOf: seq, seq: null, outcome: null, status: null, error: error.message });
    }
  }
  if (stoppedBy !== null && answers.length === 0) throw stoppedBy;
  // What was done is said, also when it was not all.
  await output.answer({
    lines: () => answers.map(answerLine),
    json: () => answers,
    ids: () => answers.map(({ seq }) => seq).filter((seq) => seq !== null),
  });
  if (stoppedBy !== null) throw stoppedBy;
  return answers.some(failed) ? exitCodes.failed : exitCodes.done;
}

function failed({ outcome, status }: ReplayAnswer): boolean {
  return outcome === null || isFailure({ outcome, status });
}

function answerLine(answer: ReplayAnswer) {
  const { replayOf, seq, outcome, status, error } = answer;
  const result = [outcome, status, error].filter((part) => part !== null).join(", ");
  const made = seq === null ? v`${replayOf}: ` : v`${replayOf} again as ${seq}: `;
  return line(span(made), span(v`${result}`, failed(answer) ? "error" : "ok"));
}
