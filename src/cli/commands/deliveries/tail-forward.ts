import { currentHolder } from "../../../engine/roles/find-role.ts";
import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import { isLoopback } from "../../../model/url.ts";
import { sendCopies, type SentCopy } from "../../../receiver/forward/send-copies.ts";
import { parseForwardTarget, refuseOwnAddress } from "../../../receiver/forward/target.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { eventText, repoText } from "../../../tables/values.ts";
import { redactUrl } from "../../../text/credential-names.ts";
import { duration } from "../../../text/duration.ts";
import { fitLine, type Line, line, lineWidth, span } from "../../../text/line.ts";
import { padEnd, padStart } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";
import { secretOfRoute } from "../../settings/receiver-parts.ts";
import type { Settings } from "../../settings/settings.ts";
import type { TailRow } from "./delivery.ts";
import type { SelectionOptions } from "./log.ts";

/** Forward of `deliveries tail`. */
export interface TailForward {
  /** Leaves out deliveries refused by the receiver; it does not forward them either. */
  selected(options: SelectionOptions): SelectionOptions;
  /** Sends deliveries, and yields the results. */
  rows(reader: DeliveryReader, deliveries: AsyncIterable<Delivery>): AsyncIterable<TailRow>;
  /** Returns true if a target did not respond with 2xx. */
  hasFailed(): boolean;
}

export interface TailForwardOptions {
  readonly location: StoreLocation;
  readonly receiver: Settings["receiver"];
  /** True to send the secret to other machines too. */
  readonly withSecret: boolean | undefined;
  readonly output: Output;
}

/**
 * Creates a forward to a target. It takes nothing from the queue of the receivers.
 * @throws {ForwardTargetError} the target is invalid, or is the receiver that writes the log
 */
export async function openTailForward(
  url: string,
  { location, receiver, withSecret = false, output }: TailForwardOptions,
): Promise<TailForward> {
  const target = parseForwardTarget(url);
  const running = await currentHolder(location, "receiver").catch(() => null);
  if (running !== null) refuseOwnAddress(target, [running.url]);
  const { host, hostname } = new URL(target);
  const sendsSecret = withSecret || isLoopback(hostname);
  if (!sendsSecret) output.note(v`The secret is not sent to ${host}; use --with-secret to send it.`);
  const secretOf = (route: string | null): string | null =>
    sendsSecret ? secretOfRoute(receiver, route) : null;
  let hasFailed = false;

  async function* rows(reader: DeliveryReader, deliveries: AsyncIterable<Delivery>): AsyncGenerator<TailRow> {
    for await (const sent of sendCopies(detailsOf(reader, deliveries), { target, secretOf })) {
      hasFailed ||= !isGood(sent);
      const { delivery, status, error, durationMs, attempts } = sent;
      const { seq } = delivery;
      yield {
        line: (width) => sentLine(sent, width),
        json: { seq, target: redactUrl(target), status, error, durationMs, attempts },
        seq,
      };
    }
  }

  return {
    selected: ({ where = "", ...others }) => ({ ...others, where: `${where} -is:rejected` }),
    rows,
    hasFailed: () => hasFailed,
  };
}

async function* detailsOf(
  reader: DeliveryReader,
  deliveries: AsyncIterable<Delivery>,
): AsyncGenerator<DeliveryDetail> {
  for await (const { seq } of deliveries) {
    const delivery = await reader.get(seq);
    // The retention may have removed it.
    if (delivery !== null) yield delivery;
  }
}

function isGood({ status }: SentCopy): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Formats a result in columns of fixed width, as `tail` does. */
function sentLine(sent: SentCopy, width: number | null): Line {
  const { delivery, target, status, error, durationMs, attempts } = sent;
  const shown = redactUrl(target);
  const result = error === null ? v`to ${shown}` : v`${shown}: ${error}`;
  const drawn = line(
    span(v`${padStart(visible(String(delivery.seq)), 6)}  `),
    span(v`${padStart(visible(String(status ?? "-")), 3)}  `, isGood(sent) ? "ok" : "error"),
    span(v`${padEnd(visible(delivery.route ?? "-"), 10)}  `),
    span(v`${padEnd(visible(eventText(delivery)), 25)}  ${repoText(delivery)}  `),
    span(v`${result}`, error === null ? "muted" : "error"),
    span(v`  ${duration(durationMs)}${attempts > 1 ? v`, attempt ${attempts}` : v``}`, "muted"),
  );
  return width !== null && lineWidth(drawn) > width ? fitLine(drawn, width) : drawn;
}
