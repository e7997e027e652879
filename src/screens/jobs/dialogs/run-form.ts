import { payloadVariables, rerunDraft } from "../../../model/job-rerun.ts";
import {
  defaultFlavor,
  defaultImage,
  type JobDraft,
  type JobFacts,
  type JobFlavor,
  type JobImage,
} from "../../../model/job.ts";
import { formatAssignments, readAssignments } from "../../../text/assignments.ts";
import { duration, readDuration } from "../../../text/duration.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";

/** Form of a new run, or of one that repeats another. */
export interface RunForm extends FormState {
  readonly kind: "run-job";
  /** Run that is repeated; null for none. */
  readonly original: JobFacts | null;
  /** True for a local hub: it uses neither image nor flavor, and has one namespace. */
  readonly hubIsLocal: boolean;
  readonly command: TextField;
  readonly environment: TextField;
  /** Long variables, kept outside the field. */
  readonly kept: Readonly<Record<string, string>>;
  /** Payload of the event; null for none. */
  readonly payload: string | null;
  readonly secrets: TextField;
  readonly timeout: TextField;
  readonly source: "image" | "space";
  readonly image: TextField;
  readonly space: TextField;
  readonly flavor: TextField;
  readonly namespace: TextField;
  /** Hardware with its prices; null until it is known. */
  readonly flavors: readonly JobFlavor[] | null;
  /** Names that the run may belong to. */
  readonly namespaces: readonly string[];
}

export const runFormKind = dialogKind<RunForm>("run-job");

/** Length of a variable that a field still shows. */
const maxShown = 200;

/** Variables of an event, determined by the payload. */
const ofEvent: ReadonlySet<string> = new Set(["WEBHOOK_PAYLOAD", "WEBHOOK_REPO_ID", "WEBHOOK_REPO_TYPE"]);

/** Creates the form of a new run, or of one that repeats a run, prefilled with it. */
export function runForm(original: JobFacts | null, hubIsLocal: boolean): RunForm {
  const variables = Object.entries(original?.environment ?? {}).filter(([name]) => !ofEvent.has(name));
  const isShort = ([, value]: readonly [string, string]) => value.length <= maxShown && !value.includes("\n");
  const { timeoutSeconds = null, image = null, space = null, flavor = null } = original ?? {};
  return {
    ...untouched,
    kind: "run-job",
    focus: "command",
    original,
    hubIsLocal,
    command: textField(commandText(original?.command ?? [])),
    environment: textField(formatAssignments(Object.fromEntries(variables.filter(isShort)))),
    kept: Object.fromEntries(variables.filter((one) => !isShort(one))),
    payload: original?.environment["WEBHOOK_PAYLOAD"] ?? null,
    secrets: textField(),
    timeout: textField(timeoutSeconds === null ? "" : duration(timeoutSeconds * 1000)),
    source: space === null ? "image" : "space",
    image: textField(image ?? (space === null ? defaultImage : "")),
    space: textField(space ?? ""),
    flavor: textField(flavor ?? defaultFlavor),
    namespace: textField(original?.namespace ?? ""),
    flavors: null,
    namespaces: [],
  };
}

/** Returns the time limit of a form in seconds; null for the hub's limit, undefined for an invalid text. */
export function timeoutOf({ timeout, original }: RunForm): number | null | undefined {
  const text = timeout.value.trim();
  if (text === "") return null;
  // The text of the run is rounded.
  const same = original?.timeoutSeconds ?? null;
  if (same !== null && text === duration(same * 1000)) return same;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : readDuration(text);
  return ms === null || ms < 1000 ? undefined : Math.round(ms / 1000);
}

export function flavorOf({ flavor }: RunForm): string {
  return flavor.value.trim() || defaultFlavor;
}

/**
 * Returns the run of a valid form.
 * @param webhookSecret secret of the webhook that started the original
 * @throws {UsageError} a secret of the original has no value
 */
export function draftOf(form: RunForm, webhookSecret: string | null): JobDraft {
  const { original, payload, kept } = form;
  const timeoutSeconds = timeoutOf(form);
  const secrets = readAssignments(form.secrets.value) ?? {};
  const namespace = form.namespace.value.trim();
  const image = imageOf(form);
  const common = {
    command: commandOf(form),
    flavor: flavorOf(form),
    ...(namespace === "" ? {} : { namespace }),
    ...(typeof timeoutSeconds === "number" ? { timeoutSeconds } : {}),
  };
  const environment = {
    ...kept,
    ...(payload === null ? {} : payloadVariables(payload)),
    ...readAssignments(form.environment.value),
  };
  if (original === null) {
    return { ...image, ...common, environment, ...(Object.keys(secrets).length === 0 ? {} : { secrets }) };
  }
  const limit = timeoutSeconds ?? null;
  return rerunDraft(
    { ...original, environment, timeoutSeconds: limit },
    { ...common, image, secrets },
    webhookSecret,
  );
}

function imageOf({ source, image, space }: RunForm): JobImage {
  return source === "image" ? { image: image.value.trim() } : { space: space.value.trim() };
}

/** Returns a command as it is typed: the script of a shell without its quotes. */
function commandText(command: readonly string[]): string {
  const [shell, flag, script] = command;
  const isScript = shell === "sh" && flag === "-c" && command.length === 3;
  return isScript && script !== undefined ? script.trim() : shellLine(command);
}

/** Command words that a shell reads literally. */
const plainWords = /^[\w@%+=:,./-]+(?: +[\w@%+=:,./-]+)*$/;

/** Returns the command: that of the original, plain words, or a line for a shell. */
function commandOf({ command, original }: RunForm): readonly string[] {
  const text = command.value.trim();
  if (original !== null && text === commandText(original.command)) return original.command;
  return plainWords.test(text) ? text.split(/ +/) : ["sh", "-c", text];
}
