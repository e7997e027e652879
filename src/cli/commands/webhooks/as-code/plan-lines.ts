import { webhookJson } from "../../../../exports/webhook-json.ts";
import { type Webhook, type WebhookDraft, webhookFromWire } from "../../../../model/webhook.ts";
import { targetText, watchedText } from "../../../../tables/webhooks.ts";
import { type Line, line, span } from "../../../../text/line.ts";
import { plural } from "../../../../text/numbers.ts";
import { type Visible, v } from "../../../../text/visible.ts";
import { changeLines } from "../change-lines.ts";
import type { Plan, Step } from "./plan.ts";

const signs = {
  create: { sign: v`+`, tone: "ok" },
  update: { sign: v`~`, tone: "warn" },
  replace: { sign: v`±`, tone: "warn" },
  delete: { sign: v`-`, tone: "error" },
} as const;

/** Formats the plan: a line with a sign for each step, and the changed parts below it. */
export function planLines({ steps, undeclared }: Plan, hub: string, showSecret: boolean): readonly Line[] {
  const others = undeclared.length - steps.filter(({ kind }) => kind === "delete").length;
  return [
    ...steps.flatMap((step) => {
      const { sign, tone } = signs[step.kind];
      const after = afterOf(step);
      const about =
        step.kind === "create"
          ? v`${targetText(after)}, watching ${watchedText(after)}`
          : v`${titleOf(step.before)}${step.kind === "replace" ? v`, which gets a new ID` : v``}`;
      const head = line(span(sign, tone), span(v` ${step.kind} `), span(about, "muted"));
      if (step.kind === "delete") return [head];
      const source =
        step.secretFrom === undefined ? [] : [line(span(v`    secret   from ${step.secretFrom}`))];
      if (step.kind === "create") return [head, ...source];
      const { before } = step;
      const status = before.status === after.status ? [] : [v`  status   ${before.status} → ${after.status}`];
      const isStatusOnly = step.kind === "update" && step.change === null;
      const parts = isStatusOnly ? [] : changeLines(before, after, showSecret);
      return [head, ...[...parts, ...status].map((part) => line(span(v`  ${part}`))), ...source];
    }),
    ...(others > 0
      ? [line(span(v`${plural(others, "webhook")} on ${hub} not in the file: kept (--prune deletes)`))]
      : []),
  ];
}

function titleOf(webhook: Webhook): Visible {
  return v`${webhook.id} (${targetText(webhook)}, watching ${watchedText(webhook)})`;
}

/** Returns the webhook after a step; for a deletion the deleted one. */
function afterOf(step: Step): Webhook {
  if (step.kind === "delete") return step.before;
  if (step.kind === "update") return { ...step.before, ...step.change, status: step.status };
  return { ...fromDraft(step.draft), status: step.status };
}

function fromDraft(draft: WebhookDraft): Webhook {
  return webhookFromWire({ id: "", ...draft, jobSourceId: draft.jobId });
}

export function resultLine(count: number, isOnlyShown: boolean, hub: string): Visible {
  if (count === 0) return v`The webhooks of ${hub} are as declared.`;
  const changes = plural(count, "change");
  return isOnlyShown ? v`${changes} to make on ${hub}. Nothing was changed.` : v`Made ${changes} on ${hub}.`;
}

/** Returns the JSON shape of a step, without secrets. */
export function stepJson(step: Step): Record<string, unknown> {
  const before = step.kind === "create" ? null : webhookJson(step.before, false);
  const after = step.kind === "delete" ? null : webhookJson(afterOf(step), false);
  const secretFrom = step.kind === "delete" ? undefined : step.secretFrom;
  return { step: step.kind, before, after, ...(secretFrom === undefined ? {} : { secretFrom }) };
}
