import { checkTitle, checkWebhook } from "../../../checks/check-webhook.ts";
import type { CheckResult, WebhookCheck } from "../../../checks/check.ts";
import type { WebhookFacts } from "../../../checks/facts.ts";
import { fixCommand } from "../../../checks/fix.ts";
import { exitCodes } from "../../../model/errors.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { targetText } from "../../../tables/webhooks.ts";
import { type Line, line, type Span, span } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { idHelp } from "./id-help.ts";

/** Webhook with its checks. */
interface Checked {
  readonly webhook: Webhook;
  readonly checks: readonly WebhookCheck[];
  /** First check that fails; null if none does. */
  readonly failed: WebhookCheck | null;
}

export const check = command("webhooks check [id]", {
  description:
    "Check why nothing arrives from a webhook, or from any: its status, address, route and secret, the responses it " +
    "got, and what it watches. Exits with code 1 if a check fails. Sends its target no delivery.",
  arguments: { "[id]": idHelp },
  help: `
Examples:
  hooklens webhooks check
  hooklens webhooks check 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks check --format json | jq '.[] | select(.ok | not) | .failed'`,
  async run({ settings, output, print }, { id: typed }) {
    return useHub({ settings, output, creates: false }, async (hub) => {
      const { factsOfWebhooks } = await import("./fact-sources.ts");
      const { client, name } = hub;
      const webhooks =
        typed === undefined
          ? await client.listWebhooks()
          : [await client.getWebhook(await findWebhookId(client, typed, settings))];
      const checked = (await factsOfWebhooks(settings, hub, webhooks)).map(checkedWebhook);
      const [only] = checked;
      await print({
        table() {
          if (typed !== undefined && only !== undefined) return allChecks(only);
          return checked.length === 0 ? [v`No webhooks yet on ${name}.`] : checked.flatMap(summary);
        },
        json: () =>
          typed === undefined || only === undefined ? checked.map(checkedJson) : checkedJson(only),
        quiet: () => checked.filter(({ failed }) => failed !== null).map(({ webhook }) => webhook.id),
      });
      return checked.some(({ failed }) => failed !== null) ? exitCodes.failed : exitCodes.done;
    });
  },
});

function checkedWebhook(facts: WebhookFacts): Checked {
  const checks = checkWebhook(facts);
  return {
    webhook: facts.webhook,
    checks,
    failed: checks.find(({ result }) => result === "failed") ?? null,
  };
}

function checkedJson({ webhook, checks, failed }: Checked): unknown {
  return {
    webhookId: webhook.id,
    ok: failed === null,
    failed: failed?.id ?? null,
    checks: checks.map(({ id, result, detail, fix }) => ({
      id,
      result,
      detail,
      fix: fix === null ? null : fixCommand(fix, webhook),
    })),
  };
}

const glyphs: Readonly<Record<CheckResult, Span>> = {
  ok: span(v`✓`, "ok"),
  warning: span(v`▲`, "warn"),
  failed: span(v`✗`, "error"),
  unknown: span(v`?`, "warn"),
  skipped: span(v`–`, "muted"),
};

/** Columns of the titles of checks. */
const titleColumns = 13;

/** Lists all checks of a webhook, with the fix of the first failure, else of a warning or an unknown result. */
function allChecks({ webhook, checks, failed }: Checked): readonly (Line | Visible)[] {
  const decisive =
    failed ??
    checks.find(({ result }) => result === "warning") ??
    checks.find(({ result, fix }) => result === "unknown" && fix !== null);
  // A check per line keeps the titles in their column.
  return checks.flatMap((check) => {
    const tone = check.result === "skipped" ? "muted" : "plain";
    return [
      line(
        glyphs[check.result],
        span(v` ${padEnd(visible(checkTitle(check.id)), titleColumns)} `, tone),
        span(visible(check.detail), tone),
      ),
      ...(check === decisive ? fixLines(check, webhook, titleColumns + 3) : []),
    ];
  });
}

/** Describes a webhook on a line: the first check that fails, with its fix on the next line. */
function summary({ webhook, checks, failed }: Checked): readonly Line[] {
  const start = span(v` ${webhook.id}  ${targetText(webhook)}  `);
  if (failed !== null) {
    return [
      line(glyphs.failed, start, span(v`${failed.title}: ${failed.detail}`, "error")),
      ...fixLines(failed, webhook, 2),
    ];
  }
  const warned = checks.find(({ result }) => result === "warning");
  if (warned !== undefined) {
    return [
      line(glyphs.warning, start, span(v`${warned.title}: ${warned.detail}`, "warn")),
      ...fixLines(warned, webhook, 2),
    ];
  }
  const doubt = checks.findLast(({ result, fix }) => result === "unknown" && fix !== null);
  return doubt === undefined
    ? [line(glyphs.ok, start, span(v`no check fails`, "muted"))]
    : [line(glyphs.unknown, start, span(v`${doubt.title}: ${doubt.detail}`, "muted"))];
}

function fixLines({ fix }: WebhookCheck, webhook: Webhook, indent: number): readonly Line[] {
  if (fix === null) return [];
  return [line(span(v`${" ".repeat(indent)}→ ${fixCommand(fix, webhook)}`, "accent"))];
}
