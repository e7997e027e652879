import { UsageError } from "../../../model/errors.ts";
import { exactText } from "../../../text/exact-text.ts";
import { byteSize } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { readDelivery } from "./log.ts";

/**
 * Runs `deliveries show SEQ --raw`: writes the bytes of the body to stdout. On a terminal, which would act on
 * some of them, the text is shown.
 * @throws {NotFoundError}
 * @throws {UsageError} the body is binary, and stdout is a terminal
 */
export async function writeRawBody({ settings, output }: Invocation, seq: string): Promise<void> {
  const { body, bytes } = await readDelivery({ settings, output }, readSeq(seq));
  if (output.columns === null) await output.write(body);
  else await output.writeLines(shownLines(body, seq));
  if (body.length < bytes) {
    output.note(v`Only ${byteSize(body.length)} of ${byteSize(bytes)} are kept.`);
  }
}

function shownLines(body: Uint8Array, seq: string): readonly Visible[] {
  const text = exactText(body);
  if (text !== null) return visibleLines(text);
  throw new UsageError({
    what: `the body of delivery ${seq} is not printed on a terminal`,
    why: "it is binary",
    hint: "Send it to a file or a program: --raw > FILE",
  });
}
