import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { webhookSecretOf } from "../../../hub/prepare-rerun.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { jobCost } from "../../../model/job-cost.ts";
import { payloadVariables } from "../../../model/job-rerun.ts";
import {
  defaultFlavor,
  type JobDraft,
  type JobFacts,
  type JobFlavor,
  type JobRun,
} from "../../../model/job.ts";
import { indentedJson } from "../../../text/indented-json.ts";
import { line, span } from "../../../text/line.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { withoutError } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { type App, type Command, type Form, hubNow } from "../../app.ts";
import { sessionSlice } from "../../connection-state.ts";
import type { JobsRunning } from "../running.ts";
import { runStarted, setJobs } from "../state.ts";
import { draftOf, runForm, type RunForm, runFormKind } from "./run-form.ts";
import { runInputs } from "./run-inputs.ts";

type NamedRun = Pick<JobRun, "id" | "namespace">;

export function readFacts({ services }: App, { id, namespace }: NamedRun): Promise<JobFacts> {
  return hubNow(services).getJob(id, namespace ?? undefined);
}

/** Reads the prices; null if the hub omits them, as the question then says. */
async function readFlavors({ services }: App): Promise<readonly JobFlavor[] | null> {
  try {
    return await hubNow(services).jobFlavors();
  } catch (error) {
    if (isHooklensError(error)) return null;
    throw error;
  }
}

/** Opens the form of a new run, or of one that repeats a run. */
export async function openRunForm(app: App, repeated: NamedRun | null): Promise<void> {
  const { store, services } = app;
  const original = repeated === null ? null : await readFacts(app, repeated);
  const { local } = sessionSlice.get(store.get()).hub;
  store.dispatch(runFormKind.open(runForm(original, local)));
  if (local) return;
  const [flavors, account] = await Promise.all([
    readFlavors(app),
    hubNow(services)
      .whoami()
      .catch(() => null),
  ]);
  const namespaces = account === null ? [] : [account.name, ...account.orgs];
  runFormKind.change(store, (form) => ({ ...form, flavors, namespaces }));
}

/** Starts a run. Resolves with a function that shows it. */
export async function startRun(
  { store, services, running }: App<JobsRunning>,
  draft: JobDraft,
): Promise<() => void> {
  const run = await hubNow(services).runJob(draft);
  return () => {
    showMessage(store, "ok", `Started run ${run.id}`);
    store.dispatch(runStarted(run, sessionSlice.get(store.get()).hub.account));
    running.load();
  };
}

/**
 * Starts a free run, or returns a function that asks first.
 * @param form form to reopen after a declined question, or null
 */
export async function startOrAsk(
  app: App<JobsRunning>,
  draft: JobDraft,
  form: RunForm | null,
): Promise<() => void> {
  const { store } = app;
  const { local, name } = sessionSlice.get(store.get()).hub;
  const flavor = draft.flavor ?? defaultFlavor;
  const { costs, text } = jobCost(await readFlavors(app), flavor, draft.timeoutSeconds);
  if (local || !costs) return startRun(app, draft);
  return () => {
    if (form !== null) store.dispatch(runFormKind.open({ ...form, busy: false }));
    store.dispatch(setJobs({ asked: draft }));
    confirm(app, "runJob", {
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

const form: Form<RunForm, JobsRunning> = {
  kind: runFormKind,
  id: "run-job",
  asksToDiscard: true,
  inputs: runInputs,
  async submit(open, app) {
    const secret = await webhookSecretOf(hubNow(app.services), open.original?.webhookId ?? null);
    return startOrAsk(app, draftOf(open, secret), open);
  },
};

/** Opens the payload of the open form in the editor. */
async function editPayload({ store, services, terminal }: App): Promise<void> {
  const open = runFormKind.find(store.get());
  if (open === null) return;
  const directory = join(services.dataDir, "drafts");
  const path = join(directory, `payload-${open.original?.id ?? "new"}.json`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const before = indented(open.payload ?? "{}");
  writeFileSync(path, before, { mode: 0o600 });
  const edited = await terminal.edit(() => ({ path, line: 1 }));
  const text = readFileSync(path, "utf8");
  rmSync(path, { force: true });
  if (edited !== null && text !== before) runFormKind.change(store, (now) => withPayload(now, text));
}

/** Puts an edited payload into the form; keeps an invalid one with its error. */
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

/** Indents JSON; an invalid edit continues unchanged. */
function indented(text: string): string {
  const json = indentedJson(text);
  return json === null ? text : `${json}\n`;
}

const editCommand: Command = {
  id: "run-job.payload",
  scope: "run-job",
  ...act("inFull"),
  title: "Edit the payload in $EDITOR",
  footerLabel: "edit payload",
  disabledReason: (state) => (runFormKind.find(state)?.busy === true ? "the run is being started" : null),
  run: editPayload,
};

export const runFormDialog = createFormDialog(
  form,
  {
    helpTitle: "Run dialog",
    title: ({ original }) => (original === null ? v`Run a Job` : v`Run ${original.id} again`),
    about: (state) => {
      const { hub } = sessionSlice.get(state);
      const where = hub.local
        ? v`Runs as a process on this machine and can read your files.`
        : v`Runs on ${hub.name}. The hub charges for it.`;
      return [line(span(where, "muted"))];
    },
    busyText: v`Starting…`,
    submit: { title: "Start the run", ...act("open", "save"), footerLabel: "run" },
    choice: { title: "Choose image or Hub space", footerLabel: "source" },
    next: "field",
  },
  [editCommand],
);
