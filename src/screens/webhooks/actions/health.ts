import { type Fix, fixLabel, fixText } from "../../../checks/fix.ts";
import { targetText } from "../../../tables/webhooks.ts";
import { plural } from "../../../text/numbers.ts";
import {
  ask as askAlways,
  confirm,
  type ConfirmDialog,
  type QuestionLine,
} from "../../../tui/dialogs/confirm.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { closeDialog, closeDialogs, topDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { blockedFix } from "../dialogs/fix-text.ts";
import { dialogFix, healthDialog, healthKind, isDone } from "../dialogs/health.ts";
import { askMoves } from "../dialogs/outdated-urls/update-urls.ts";
import { actOn } from "../operations/bulk.ts";
import type { WebhooksApp, WebhooksCommand } from "../running.ts";
import { hubFacts } from "../state/health.ts";
import { webhookName } from "../state/view.ts";
import { selectedWebhook, webhooksSlice } from "../state/webhooks.ts";
import { applyFixes, type FixOfWebhook } from "./apply-fixes.ts";
import { type PlannedFix, plannedFixes } from "./fix-plan.ts";

function whyNoFix(state: AppState, planned: readonly PlannedFix[]): string | null {
  const [first] = planned;
  if (first === undefined) {
    return selectedWebhook(state) === null ? "no webhook is selected" : "no fix is known";
  }
  const busy = webhooksSlice.get(state).busy[first.webhook.id];
  if (busy !== undefined) return `the hub is still ${busy} this webhook`;
  return blockedFix(state, first.fix);
}

/** Returns the webhook of the open checks with the fix of its first failure. */
function openedFixes(state: AppState): readonly PlannedFix[] {
  const dialog = healthKind.find(state);
  const webhook = webhooksSlice.get(state).items.find(({ id }) => id === dialog?.webhookId);
  const fix = dialog === null ? null : dialogFix(dialog);
  return webhook === undefined || fix === null ? [] : [{ webhook, fix }];
}

/** Returns the ID of the webhook with focused checks, or null. */
function checkedWebhook(state: AppState): string | null {
  const dialog = healthKind.find(state);
  return dialog !== null && topDialog(state) === dialog ? dialog.webhookId : null;
}

function areChecksRunning(state: AppState): boolean {
  const dialog = healthKind.find(state);
  return dialog !== null && !isDone(dialog);
}

/** Applies fixes of one kind, or opens the dialog that does. */
function runFixes(app: App, planned: readonly PlannedFix[]): void | Promise<void> {
  const { run, store } = app;
  const [first] = planned;
  switch (first?.fix.kind) {
    case "move":
      return askMoves(app, planned.length === 1 ? null : planned.map(({ webhook }) => webhook.id));
    case "trigger":
      store.dispatch(closeDialogs("webhook-health"));
      return run("webhooks.trigger");
    case "edit":
      store.dispatch(closeDialogs("webhook-health"));
      return run("webhooks.edit");
    case "set-url":
      // The target itself named the address; the secret then goes there.
      return ask(app, "cureMany", planned, {
        title: "Change the URL?",
        text: `The webhook, with its secret, then sends to ${first.fix.to}:`,
        verb: "change",
      });
    case "open-tunnel":
      // The machine becomes public, and the hub is changed.
      return first.fix.moves
        ? ask(app, "openTunnel", planned, {
            title: "Open the tunnel?",
            text: "The receiver becomes public. Its public URL replaces:",
            verb: "open",
          })
        : applyFixes(app, appliedFixes(planned.slice(0, 1)));
    case "put-secret":
      return ask(app, null, planned, secretQuestion(app, planned));
    case "enable": {
      // Enabling is an act with its own undo.
      const ids = planned.map(({ webhook: { id } }) => id);
      if (planned.length === 1) return actOn(app, "enable", ids);
      return ask(app, "cureMany", planned, manyQuestion(planned, first.fix), {
        command: "webhooks.act-confirmed",
        argument: JSON.stringify(["enable", ...ids]),
      });
    }
    case "release":
    case "add-route":
    case "replay":
    case "add-domain":
      return planned.length === 1
        ? applyFixes(app, appliedFixes(planned))
        : ask(app, "cureMany", planned, manyQuestion(planned, first.fix));
    case "start-receiver":
    case "by-hand":
    case undefined:
      return undefined;
  }
}

/** Returns the fixes that need no dialog. */
function appliedFixes(planned: readonly PlannedFix[]): readonly FixOfWebhook[] {
  return planned.flatMap(({ webhook: { id }, fix }) => {
    const isApplied =
      fix.kind !== "move" &&
      fix.kind !== "enable" &&
      fix.kind !== "trigger" &&
      fix.kind !== "edit" &&
      fix.kind !== "start-receiver" &&
      fix.kind !== "by-hand";
    return isApplied ? [{ id, fix }] : [];
  });
}

/** Maximum webhooks that a question lists. */
const maxNamed = 5;

interface FixQuestion {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  /** Paragraphs below the webhooks. */
  readonly notes?: readonly QuestionLine[];
}

/** Returns the question before a fix of several webhooks. */
function manyQuestion(planned: readonly PlannedFix[], fix: Fix): FixQuestion {
  return {
    title: `Fix ${plural(planned.length, "webhook")}?`,
    text: `${fixText(fix)}:`,
    verb: fixLabel(fix),
  };
}

/** Returns the question before the receiver's secret replaces others. */
function secretQuestion({ store, registry }: App, planned: readonly PlannedFix[]): FixQuestion {
  const unknown = planned.filter(({ webhook: { secret } }) => secret === null || secret === "").length;
  const isAnyLost = unknown > 0 && !hubFacts(store.get()).isLocal;
  const isAnyKnown = unknown < planned.length;
  const key = keyOf(registry, "app.undo");
  const secrets = planned.length === 1 ? "secret" : "secrets";
  return {
    title: `${isAnyKnown ? "Replace" : "Set"} the ${secrets}?`,
    text: `The receiver's secret is set in ${plural(planned.length, "webhook")}:`,
    verb: isAnyKnown ? "replace" : "set",
    notes: [
      ...(isAnyLost
        ? [
            {
              text: "The hub hides the present secret, so it cannot be restored.",
              tone: "warn" as const,
            },
          ]
        : []),
      ...(isAnyKnown ? [`${key} restores the present ${secrets} within 10 seconds.`] : []),
    ],
  };
}

/**
 * @param act setting that turns the question off, or null
 * @param confirmed internal command that applies the fixes, and its argument
 */
function ask(
  app: App,
  act: "openTunnel" | "cureMany" | null,
  planned: readonly PlannedFix[],
  { title, text, verb, notes = [] }: FixQuestion,
  confirmed = {
    command: "webhooks.cure-confirmed",
    argument: JSON.stringify(appliedFixes(planned)),
  },
): void {
  const more = planned.length - maxNamed;
  const question: Omit<ConfirmDialog, "kind"> = {
    title,
    lines: [
      text,
      ...planned
        .slice(0, maxNamed)
        .map(
          ({ webhook }) => `${webhookName(app.store.get(), webhook.id) ?? webhook.id} ${targetText(webhook)}`,
        ),
      ...(more > 0 ? [`and ${more} more`] : []),
      ...notes,
    ],
    verb,
    ...confirmed,
  };
  if (act === null) askAlways(app.store, question);
  else confirm(app, act, question);
}

/** Opens the checks of the selected webhook and runs them. */
function openChecks({ store, running }: WebhooksApp): void {
  const webhook = selectedWebhook(store.get());
  if (webhook === null) return;
  store.dispatch(healthKind.open(healthDialog(webhook.id)));
  running.runChecks();
}

/** Applies the fixes of the list. Before it triggers an event, the checks run: they may know why none arrived. */
async function cure(app: WebhooksApp): Promise<void> {
  const planned = plannedFixes(app.store.get());
  if (planned[0]?.fix.kind !== "trigger") return runFixes(app, planned);
  openChecks(app);
  await app.running.runChecks.idle();
  const found = openedFixes(app.store.get());
  if (found[0]?.fix.kind === "trigger") await runFixes(app, found);
}

/** Commands that name and fix problems; the footer shows them first. */
export const firstHealthCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.cure",
    scope: "webhooks",
    ...act("fix"),
    title: "Fix the selected webhook",
    footerLabel: (state) => labelOf(plannedFixes(state)),
    disabledReason: (state) => whyNoFix(state, plannedFixes(state)),
    run: cure,
  },
  {
    id: "webhooks.why",
    scope: "webhooks",
    ...act("why"),
    title: "Check why nothing arrives",
    footerLabel: "check",
    disabledReason: (state) => (selectedWebhook(state) === null ? "no webhook is selected" : null),
    run: openChecks,
  },
];

/** Commands of the checks. */
export const healthCommands: readonly WebhooksCommand[] = [
  {
    id: "webhooks.cure-confirmed",
    scope: internal,
    keys: [],
    title: "Fix webhooks",
    async run(app, argument = "[]") {
      await applyFixes(app, JSON.parse(argument) as readonly FixOfWebhook[]);
      app.running.runChecks();
    },
  },
  {
    id: "webhook-health.cure",
    scope: "webhook-health",
    ...act("fix"),
    title: "Fix the first failure",
    footerLabel: (state) => labelOf(openedFixes(state)),
    disabledReason(state) {
      const fixes = openedFixes(state);
      return fixes.length === 0 && areChecksRunning(state) ? null : whyNoFix(state, fixes);
    },
    async run(app) {
      const { running, store } = app;
      const asked = checkedWebhook(store.get());
      // The checks also repeat by themselves, which takes away a fix that was just shown.
      if (openedFixes(store.get()).length === 0) await running.runChecks.idle();
      const fixes = openedFixes(store.get());
      if (checkedWebhook(store.get()) !== asked || whyNoFix(store.get(), fixes) !== null) return;
      await runFixes(app, fixes);
      if (checkedWebhook(store.get()) !== null) running.runChecks();
    },
  },
  {
    id: "webhook-health.again",
    scope: "webhook-health",
    ...act("again"),
    title: "Run the checks again",
    footerLabel: "again",
    disabledReason: (state) => (areChecksRunning(state) ? "the checks are still running" : null),
    run: ({ running }) => running.runChecks(),
  },
  {
    id: "webhook-health.close",
    scope: "webhook-health",
    ...act("back", "leave", "open"),
    title: "Close the checks",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];

function labelOf(planned: readonly PlannedFix[]): string {
  const [first] = planned;
  if (first === undefined) return "fix";
  return planned.length === 1 ? fixLabel(first.fix) : `${fixLabel(first.fix)} ×${planned.length}`;
}
