import { byteSize } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readSeq } from "../../command-line/number-argument.ts";
import { readDelivery } from "./log.ts";

/** Runs `deliveries show SEQ --raw`: writes the bytes of the body to stdout. @throws {NotFoundError} */
export async function writeRawBody({ settings, output }: Invocation, seq: string): Promise<void> {
  const { body, bytes } = await readDelivery({ settings, output }, readSeq(seq));
  await output.write(body);
  if (body.length < bytes) {
    output.note(v`Only ${byteSize(body.length)} of ${byteSize(bytes)} are kept.`);
  }
}
