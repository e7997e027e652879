import process from "node:process";
import { openDraft } from "../../../engine/drafts.ts";
import { readFileWithin } from "../../../files/read-file.ts";
import type { EditedRequest } from "../../../model/edited-request.ts";
import { headersToSendOn } from "../../../model/end-to-end.ts";
import { UsageError, errorText } from "../../../model/errors.ts";
import { defaultMaxBodyBytes } from "../../../receiver/limits.ts";
import { editFile } from "../../../terminal/editor.ts";
import { exactText } from "../../../text/exact-text.ts";
import { jsonFault } from "../../../text/json-fault.ts";
import type { Settings } from "../../settings/settings.ts";
import { type LogReading, readDelivery } from "./log.ts";

/** Options of `deliveries replay` that change the request, as typed. */
export interface EditOptions {
  readonly edit?: boolean;
  readonly body?: string;
}

/** Changed request of a replay. */
export interface Edited {
  /** Request to send; null if nothing was changed. */
  readonly request: EditedRequest | null;
  /** Discards the draft kept until sending. */
  sent(): void;
}

/** Part of an invocation that reads the delivery to edit. */
type EditReading = LogReading & { readonly settings: Settings };

/**
 * Returns the request of `--edit` or `--body`; null without these options.
 * @param seqs the only delivery; null if there are several
 * @throws {UsageError} the options do not fit, the editor failed, or the new text cannot be sent
 */
export async function editedRequest(
  { edit = false, body }: EditOptions,
  seqs: AsyncIterable<number> | Iterable<number> | null,
  reading: EditReading,
): Promise<Edited | null> {
  if (!edit && body === undefined) return null;
  if (seqs === null || (edit && body !== undefined)) {
    throw new UsageError({
      what: "--edit and --body change one delivery",
      hint: "Give the number of one delivery, and one of the two options",
    });
  }
  for await (const seq of seqs)
    return body === undefined ? inEditor(seq, reading) : withBody(seq, body, reading);
  return null;
}

async function inEditor(seq: number, reading: EditReading): Promise<Edited> {
  const { settings } = reading;
  const draft = openDraft(settings.dataDir.value, await readDelivery(reading, seq));
  const maxBodyBytes = settings.receiver.maxBody.value ?? defaultMaxBodyBytes;
  const before = draft.read(maxBodyBytes);
  const why = await editFile(
    draft.path,
    { line: before.kind === "invalid" ? before.line : 1, before: "" },
    process.env,
  );
  const kept = `Run the command again to continue: ${draft.path} has your text`;
  if (why !== null) throw new UsageError({ what: `delivery ${seq} was not edited`, why, hint: kept });
  const read = draft.read(maxBodyBytes);
  if (read.kind === "invalid") {
    throw new UsageError({ what: `line ${read.line} of the edit is not valid`, why: read.what, hint: kept });
  }
  if (read.kind === "unchanged") draft.discard();
  return { request: read.kind === "edited" ? read.request : null, sent: () => draft.discard() };
}

async function withBody(seq: number, file: string, reading: EditReading): Promise<Edited> {
  const { headers } = await readDelivery(reading, seq);
  const body = exactText(readBody(file));
  const fault = body === null ? "it is binary" : faultOf(body);
  if (body === null || fault !== null) {
    throw new UsageError({
      what: `${file} cannot be the body of a delivery`,
      why: fault ?? "it is binary",
      hint: "Give a file with JSON in UTF-8",
    });
  }
  return { request: { headers: headersToSendOn(headers, null), body }, sent: () => {} };
}

function faultOf(body: string): string | null {
  const fault = jsonFault(body);
  return fault === null ? null : `${fault.what} at ${fault.line}:${fault.column}`;
}

function readBody(file: string): Uint8Array {
  try {
    return readFileWithin(file);
  } catch (cause) {
    throw new UsageError({
      what: `${file} cannot be read`,
      why: errorText(cause),
      hint: "Choose another file",
      cause,
    });
  }
}
