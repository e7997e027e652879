import type { Command } from "commander";
import { visible } from "../../../text/visible.ts";
import type { Start } from "../../command-line/command.ts";
import { createOutput } from "../../output/output.ts";
import type { Streams } from "../../streams.ts";
import { type Candidate, type Candidates, complete, type WantedValue } from "./complete.ts";

/**
 * Prints the candidates for the last word. Errors yield none, because an error would be printed into the typed line.
 */
export async function printCandidates(
  program: Command,
  words: readonly string[],
  { start, streams }: { readonly start: Start; readonly streams: Streams },
): Promise<void> {
  const valuesOf = async (wanted: WantedValue): Promise<Candidates> => {
    let values: Candidates = [];
    // Without -v, which writes a log.
    const { verbose: _, ...flags } = wanted.flags;
    await start(
      flags,
      async ({ settings }) => {
        const { valuesOf: read } = await import("./values.ts");
        values = await read(settings, wanted);
      },
      { despiteConfigError: true },
    );
    return values;
  };
  const found = await complete(program, words, valuesOf).catch((): Candidates => []);
  const output = createOutput(streams, { noColor: true, showSecret: false, errorsOnly: true });
  await output.write(linesOf(found));
}

/** Formats candidates for the scripts: the kind, then a line for each with a tab before its explanation. */
function linesOf(candidates: Candidates): string {
  if (typeof candidates === "string") return `${candidates}\n`;
  return ["words", ...candidates.flatMap(lineOf)].map((line) => `${line}\n`).join("");
}

/** Returns no line for a value that a terminal would show differently. */
function lineOf({ value, note = "" }: Candidate): readonly string[] {
  return visible(value) === value ? [`${value}\t${visible(note)}`] : [];
}
