import type { ChangeText } from "../../../exports/difference-text.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { readPair } from "./log.ts";

export const diff = command("deliveries diff <seq> <seq2>", {
  arguments: { "<seq>": "number of the earlier delivery", "<seq2>": "number of the later delivery" },
  async run(invocation, { seq: before, seq2: after }) {
    const [older, newer] = [readSeq(before), readSeq(after)];
    const [{ compareDeliveries }, { changeText, unchanged }] = await Promise.all([
      import("../../../exports/compare-deliveries.ts"),
      import("../../../exports/difference-text.ts"),
    ]);
    const { changes, sameBytes } = compareDeliveries(...(await readPair(invocation, older, newer)));
    await invocation.print({
      table: () =>
        changes.length === 0
          ? [line(span(unchanged({ sameBytes })))]
          : changes.map(changeText).flatMap(changeLines),
      json: () => ({ seqs: [older, newer], sameBytes, changes }),
      quiet: () => changes.map(({ path }) => path),
    });
    return changes.length === 0 && sameBytes ? 0 : 1;
  },
});

/** Formats the path of a change, and below it the earlier and the later value. */
function changeLines({ path, before, after }: ChangeText): readonly Line[] {
  return [
    line(span(v`${path}`, "strong")),
    ...(before === null ? [] : [line(span(v`  - ${before}`, "error"))]),
    ...(after === null ? [] : [line(span(v`  + ${after}`, "ok"))]),
  ];
}
