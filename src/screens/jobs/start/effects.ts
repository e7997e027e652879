import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareRerun, webhookSecretOf } from "../../../hub/prepare-rerun.ts";
import { isHooklensError, UsageError } from "../../../model/errors.ts";
import { jobCost } from "../../../model/job-cost.ts";
import { payloadVariables } from "../../../model/job-rerun.ts";
import { defaultFlavor, type JobDraft, type JobFacts } from "../../../model/job.ts";
import { indentedJson } from "../../../text/indented-json.ts";
import { shellLine } from "../../../text/shell-word.ts";
import type { CommandContext } from "../../../tui/commands/command.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { withoutError } from "../../../tui/dialogs/form.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialogs } from "../../../tui/state/nav.ts";
import { hubNow, type FeatureContext } from "../../context.ts";
import { sessionSlice } from "../../session.ts";
import { draftOf, runForm, type RunForm, runFormKind } from "../dialogs/run-form.ts";
import { runStarted } from "../state.ts";
import { jobStartSlice, setJobStart } from "./state.ts";

type Asking = Pick<CommandContext, "store" | "run">;

export interface StartEffects {
  /** Opens the form of a new run, or of one that repeats a run. */
  openForm(repeated: { readonly id: string; readonly namespace: string | null } | null): Promise<void>;
  /** Opens the payload of the open form in the editor. */
  editPayload(): Promise<void>;
  /** Starts the run of a form, or asks first if it costs money. Resolves with a function that shows the result. */
  submit(form: RunForm, context: Asking): Promise<() => void>;
  /** Repeats a run, after a question if it costs money. */
  rerun(run: { readonly id: string; readonly namespace: string | null }, context: Asking): Promise<void>;
  /** Starts the run that was asked about. */
  startAsked(): Promise<void>;
}

/** @param load refreshes the list of runs */
export function createStartEffects(
  { store, services, terminal, dataDir }: FeatureContext,
  load: () => void,
): StartEffects {
  const getFacts = ({ id, namespace }: { readonly id: string; readonly namespace: string | null }) =>
    hubNow(services).getJob(id, namespace ?? undefined);

  /** Reads the prices; null if the hub does not tell them, which the question says. */
  const flavorsOrNull = () =>
    hubNow(services)
      .jobFlavors()
      .catch((error: unknown) => {
        if (isHooklensError(error)) return null;
        throw error;
      });

  /** Reads what the open form completes. */
  async function loadChoices(): Promise<void> {
    const [flavors, account] = await Promise.all([
      flavorsOrNull(),
      hubNow(services)
        .whoami()
        .catch(() => null),
    ]);
    const namespaces = account === null ? [] : [account.name, ...account.orgs];
    runFormKind.change(store, (form) => ({ ...form, flavors, namespaces }));
  }

  async function openForm(repeated: { readonly id: string; readonly namespace: string | null } | null) {
    const original: JobFacts | null = repeated === null ? null : await getFacts(repeated);
    const { local } = sessionSlice.get(store.get()).hub;
    store.dispatch(runFormKind.open(runForm(original, local)));
    if (!local) await loadChoices();
  }

  async function start(draft: JobDraft): Promise<() => void> {
    const run = await hubNow(services).runJob(draft);
    return () => {
      showMessage(store, "ok", `Started run ${run.id}`);
      store.dispatch(runStarted(run, sessionSlice.get(store.get()).hub.account));
      load();
    };
  }

  /**
   * Starts a free run, or returns a function that asks whether to start it.
   * @param form form that a declined question leads back to; null without one
   */
  async function startOrAsk(draft: JobDraft, form: RunForm | null, context: Asking): Promise<() => void> {
    const { local, name } = sessionSlice.get(store.get()).hub;
    const flavor = draft.flavor ?? defaultFlavor;
    const { costs, text } = jobCost(await flavorsOrNull(), flavor, draft.timeoutSeconds);
    if (local || !costs) return start(draft);
    return () => {
      if (form !== null) store.dispatch(runFormKind.open({ ...form, busy: false }));
      store.dispatch(setJobStart({ asked: draft }));
      confirm(context, "runJob", {
        title: "Start a run that costs money?",
        lines: [
          `${name}${draft.namespace === undefined ? "" : ` as ${draft.namespace}`}: ${text}.`,
          shellLine(draft.command),
        ],
        verb: "run",
        keep: "do not run",
        command: "jobs.start-asked",
      });
    };
  }

  async function editPayload(): Promise<void> {
    const form = runFormKind.find(store.get());
    if (form === null) return;
    const directory = join(dataDir, "drafts");
    const path = join(directory, `payload-${form.original?.id ?? "new"}.json`);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const before = indented(form.payload ?? "{}");
    writeFileSync(path, before, { mode: 0o600 });
    const edited = await terminal.edit(() => ({ path, line: 1 }));
    const text = readFileSync(path, "utf8");
    rmSync(path, { force: true });
    if (edited !== null && text !== before) runFormKind.change(store, (open) => withPayload(open, text));
  }

  return {
    openForm: (repeated) => openForm(repeated).catch((error: unknown) => report(store, error)),
    editPayload: () => editPayload().catch((error: unknown) => report(store, error)),
    async submit(form, context) {
      const secret = await webhookSecretOf(hubNow(services), form.original?.webhookId ?? null);
      return startOrAsk(draftOf(form, secret), form, context);
    },
    async rerun(run, context) {
      try {
        const draft = await prepareRerun(hubNow(services), await getFacts(run), {});
        (await startOrAsk(draft, null, context))();
      } catch (error) {
        if (!(error instanceof UsageError)) return report(store, error);
        // The form asks for what the hub does not return: the values of secrets.
        await openForm(run).catch((again: unknown) => report(store, again));
        showMessage(store, "warn", `Not started: ${error.what}.`);
      }
    },
    async startAsked() {
      const { asked } = jobStartSlice.get(store.get());
      store.dispatch(setJobStart({ asked: null }));
      if (asked === null) return;
      runFormKind.change(store, (form) => ({ ...form, busy: true, refused: null }));
      try {
        const done = await start(asked);
        store.batch(() => {
          store.dispatch(closeDialogs("run-job"));
          done();
        });
      } catch (error) {
        if (!isHooklensError(error) || runFormKind.find(store.get()) === null) report(store, error);
        else runFormKind.change(store, (form) => ({ ...form, busy: false, refused: error.message }));
      }
    },
  };
}

/** Puts an edited payload into the form; a wrong one is kept, with its error. */
function withPayload(form: RunForm, text: string): RunForm {
  const edited = { ...form, payload: text.trim() === "" ? null : text, changed: true };
  try {
    if (edited.payload !== null) payloadVariables(edited.payload);
    return withoutError(edited, "payload");
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return { ...edited, errors: { ...edited.errors, payload: error.message } };
  }
}

/** Indents JSON; an edit that is not JSON continues as it was left. */
function indented(text: string): string {
  const json = indentedJson(text);
  return json === null ? text : `${json}\n`;
}
