import type { DeliveryDetail } from "../../../model/delivery.ts";
import { UsageError } from "../../../model/errors.ts";
import { exactText } from "../../../text/exact-text.ts";
import { byteSize } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";

/**
 * Writes the bytes of a body to stdout. On a terminal, which would act on some of them, the text is shown.
 * @throws {UsageError} the body is binary, and stdout is a terminal
 */
export async function writeRawBody({ seq, body, bytes }: DeliveryDetail, output: Output): Promise<void> {
  if (output.columns === null) await output.write(body);
  else await output.writeLines(shownLines(body, seq));
  if (body.length < bytes) {
    output.note(v`Only ${byteSize(body.length)} of ${byteSize(bytes)} are kept.`);
  }
}

function shownLines(body: Uint8Array, seq: number): readonly Visible[] {
  const text = exactText(body);
  if (text !== null) return visibleLines(text);
  throw new UsageError({
    what: `the body of delivery ${seq} is not printed on a terminal`,
    why: "it is binary",
    hint: "Send it to a file or a program: --raw > FILE",
  });
}
