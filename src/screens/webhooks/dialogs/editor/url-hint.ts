import { hasSameHost } from "../../../../checks/webhook-target.ts";
import { isLoopback } from "../../../../model/url.ts";
import { line, span, type Line } from "../../../../text/line.ts";
import { truncate } from "../../../../text/truncate.ts";
import { v, visible } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";
import { keySpan } from "../../../../tui/frame/key-label.ts";
import type { Registry } from "../../../../tui/records/registry.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { isClosed, type TunnelState, sessionSlice, type Session } from "../../../connection-state.ts";
import { isOurs, publicAddress } from "../../../public-url.ts";
import type { WebhookForm } from "./webhook-form.ts";

/** Hint below a webhook's URL. */
export interface UrlHint {
  /** Problem of the URL; null if there is none. */
  readonly problem: string | null;
  /** Effect of the command `form.public-url`; null if it has none. */
  readonly offer:
    | { readonly kind: "insert"; readonly url: string }
    | { readonly kind: "open" | "wait" }
    | null;
}

/** Returns a warning if the hub cannot reach the URL, and the offer of the public URL; null for neither. */
export function urlHint(state: AppState, form: WebhookForm): UrlHint | null {
  const session = sessionSlice.get(state);
  const { receiver } = session;
  const address = form.url.value.trim();
  const problem = unreachable(session.hub, address);
  const url = publicAddress(receiver, address);
  if (url !== null) {
    const isPublic = receiver.publicUrl !== null && hasSameHost(address, receiver.publicUrl);
    const isForeign = form.original !== null && problem === null && !isOurs(receiver, address);
    return isPublic || isForeign ? null : { problem, offer: { kind: "insert", url } };
  }
  if (problem === null) return null;
  return { problem, offer: receiver.link.state === "up" ? openOffer(receiver.tunnel?.state) : null };
}

/** Returns why a remote hub cannot reach a loopback address; null for other addresses and hubs. */
function unreachable({ local, name }: Session["hub"], address: string): string | null {
  const host = URL.parse(address)?.hostname ?? "";
  const isLocal = local || isLoopback(URL.parse(`http://${name}`)?.hostname ?? "");
  if (isLocal || !isLoopback(host)) return null;
  return `${name} cannot reach ${host}, which is local to this machine`;
}

function openOffer(state: TunnelState | undefined): UrlHint["offer"] {
  if (state === undefined) return null;
  return { kind: isClosed(state) ? "open" : "wait" };
}

/** Draws the hint: the problem, and the key that solves it. */
export function urlHintLines(
  state: AppState,
  form: WebhookForm,
  width: number,
  registry: Registry,
): readonly Line[] {
  const hint = urlHint(state, form);
  if (hint === null) return [];
  const { problem, offer } = hint;
  return [
    ...(problem === null ? [] : wrapWords(span(v`▲ ${problem}`, "warn"), width, 2)),
    ...(offer === null ? [] : [offerLine(offer, width, registry)]),
  ];
}

function offerLine(offer: NonNullable<UrlHint["offer"]>, width: number, registry: Registry): Line {
  const key = keySpan(registry, "form.public-url");
  switch (offer.kind) {
    case "insert": {
      const does = v` inserts `;
      const room = width - key.text.length - does.length;
      const url = truncate(visible(offer.url), Math.max(1, room), { where: "middle" });
      return line(key, span(does, "muted"), span(url));
    }
    case "open":
      return line(key, span(v` opens the tunnel`, "muted"));
    case "wait":
      return line(span(v`Opening the tunnel…`, "muted"));
  }
}
