import type { AppState } from "../../app/slice.ts";
import { selectedDelivery, deliveriesSlice } from "../../app/state/deliveries-state.ts";
import { jobsSlice } from "../../app/state/jobs-state.ts";
import { messagesSlice, type Toast } from "../../app/state/messages.ts";
import { navSlice } from "../../app/state/overlays.ts";
import { currentLine, selectedPolicy, shownPage, policiesSlice } from "../../app/state/policies-state.ts";
import { sessionSlice } from "../../app/state/session.ts";
import { selectedWebhook, webhooksSlice } from "../../app/state/webhooks-state.ts";
import { windowSlice } from "../../app/state/window.ts";
import type { Line, Span, Tone } from "../../text/line.ts";
import { fitLine, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v, visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";

const glyphs = { ok: "✓", warn: "▲", error: "✗" } as const satisfies Partial<Record<Tone, string>>;

/** Draws the status: the filter's error, a toast that fits, a lost connection, or the position. */
export function statusLine(state: AppState): Line {
  return fitLine({ spans: statusSpans(state) }, windowSlice.get(state).size.columns);
}

function statusSpans(state: AppState): Span[] {
  const { editingFilter, filterError } = deliveriesSlice.get(state);
  if (navSlice.get(state).screen === "deliveries" && editingFilter && filterError !== null)
    return wrongFilter(filterError);
  const toast = toastOf(state);
  if (toast !== undefined && !isTooLong(state, toast)) return [toastSpan(toast)];
  // The toast is shown in a box.
  if (toast?.tone === "error") return [];
  const lost = [sessionSlice.get(state).receiver.link, sessionSlice.get(state).hub.link].find(
    (link) => link.state === "lost",
  );
  if (lost?.state === "lost") return [span(v` ✗ ${lost.why}`, "error")];
  switch (navSlice.get(state).screen) {
    case "deliveries":
      return deliveriesStatus(state);
    case "webhooks": {
      const webhook = selectedWebhook(state);
      const busy = webhook === null ? undefined : webhooksSlice.get(state).busy[webhook.id];
      if (busy !== undefined) return [span(v` ⋯ ${busy} ${webhook?.id ?? ""}`, "muted")];
      return [span(v` ${plural(webhooksSlice.get(state).items.length, "webhook")}`, "muted")];
    }
    case "jobs": {
      const { items, log } = jobsSlice.get(state);
      if (log !== null) return log.top === null ? [span(v` following`, "ok")] : [span(v` paused`, "warn")];
      const live = items.filter(({ ended }) => !ended).length;
      const running = live === 0 ? v`` : v` · ${count(live)} running`;
      return [span(v` ${plural(items.length, "run")}${running}`, "muted")];
    }
    case "policies":
      return policiesStatus(state);
  }
}

function policiesStatus(state: AppState): Span[] {
  const policies = policiesSlice.get(state);
  const page = shownPage(policiesSlice.get(state));
  if (policies.focus === "document" && page !== null) {
    const position = v`${selectedPolicy(policiesSlice.get(state))?.name ?? ""}:${currentLine(policiesSlice.get(state))}`;
    const nth = Math.min(policies.finding + 1, page.findings.length);
    const isAtFinding = policies.pane === "findings" && nth > 0;
    const finding = isAtFinding ? v` · finding ${nth} of ${count(page.findings.length)}` : v``;
    return [span(v` ${position}${finding}`, "muted")];
  }
  const waiting = policies.files.filter(({ summary }) => summary === null).length;
  const checking = waiting === 0 ? v`` : v` · checking ${count(waiting)}`;
  const more = policies.isCut ? v` · more files not listed` : v``;
  return [span(v` ${plural(policies.files.length, "policy", "policies")}${checking}${more}`, "muted")];
}

const tonesByWeight = ["error", "warn", "ok"] as const;

/** Returns the newest of the most severe toasts; a later toast must not hide an error. */
export function toastOf(state: AppState): Toast | undefined {
  const toasts = messagesSlice.get(state).toasts;
  const worst = tonesByWeight.find((tone) => toasts.some((toast) => toast.tone === tone));
  return toasts.findLast(({ tone }) => tone === worst);
}

function toastSpan({ tone, text }: Toast): Span {
  return span(v` ${glyphs[tone]} ${text}`, tone);
}

/**
 * Reports whether a toast needs a box: the end of an error is its hint. `ok` toasts are truncated instead.
 */
export function isTooLong(state: AppState, toast: Toast): boolean {
  const size = windowSlice.get(state).size;
  return toast.tone !== "ok" && displayWidth(toastSpan(toast).text) > size.columns;
}

function deliveriesStatus(state: AppState): Span[] {
  const { following, lastSeq, pausedAtSeq, filter, filterError } = deliveriesSlice.get(state);
  if (filterError !== null) return wrongFilter(filterError);
  const row = selectedDelivery(state);
  const position = row === null ? v`` : v` · #${count(row.seq)}`;
  if (following) return [span(v` following`, "ok"), span(v`${position}`, "muted")];
  const newCount = lastSeq - pausedAtSeq;
  const more =
    newCount <= 0
      ? v``
      : v` · ${count(newCount)} new${filter.terms.length > 0 ? " in the log" : ""} while paused, f follows`;
  return [span(v` paused`, "warn"), span(visible(more + position), "muted")];
}

function wrongFilter({ message }: { readonly message: string }): Span[] {
  return [span(v` ✗ ${message}`, "error")];
}
