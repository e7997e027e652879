import type { DeliveryDetail, NewDelivery } from "../model/delivery.ts";
import { type EditedRequest, headerFault, withPutInHeaders } from "../model/edited-request.ts";
import { UsageError } from "../model/errors.ts";
import { readPayload } from "../model/payload-read.ts";
import { byteSize } from "../text/numbers.ts";
import type { ReceiverLimits } from "./limits.ts";
import { isDeeperThan, parseBody } from "./parse-body.ts";

/** Delivery to send again: the stored or an edited request. */
export interface Resent extends Omit<DeliveryDetail, "sha256"> {
  readonly sha256: NewDelivery["sha256"];
}

/** Applies an edit to a delivery; its fields then describe the edited body. */
export function requestOf(original: DeliveryDetail, edit: EditedRequest | undefined): Resent {
  if (edit === undefined) return { ...original, edited: false };
  const body = Buffer.from(edit.body ?? original.body);
  const bytes = body.length;
  const headers = withPutInHeaders(edit, original.headers, bytes);
  const summary = readPayload(parseBody(body)?.payload);
  return { ...original, edited: true, headers, body, bytes, sha256: true, ...summary };
}

/** @throws {UsageError} a receiver with these limits would reject the request, or a header cannot be sent */
export function assertSendable(
  { headers, body }: EditedRequest,
  { maxBodyBytes, maxJsonDepth }: Pick<ReceiverLimits, "maxBodyBytes" | "maxJsonDepth">,
): void {
  const bytes = Buffer.from(body ?? "");
  const why =
    headers.map(headerFault).find((fault) => fault !== null) ??
    (bytes.length > maxBodyBytes
      ? `its body has ${byteSize(bytes.length)}, and the receiver takes at most ${byteSize(maxBodyBytes)}`
      : isDeeperThan(bytes, maxJsonDepth)
        ? `its JSON is nested deeper than ${maxJsonDepth} levels`
        : null);
  if (why !== null) throw new UsageError({ what: "the edited delivery cannot be sent", why });
}
