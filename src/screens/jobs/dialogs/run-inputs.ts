import { jobCost } from "../../../model/job-cost.ts";
import { readAssignments } from "../../../text/assignments.ts";
import { clickable, span } from "../../../text/line.ts";
import { byteSize } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { wrapProse, wrapWords } from "../../../text/wrap.ts";
import { completeText } from "../../../tui/completion.ts";
import { noteColumns, noteRows, options } from "../../../tui/dialogs/form-lines.ts";
import type { FormInput, TextInput } from "../../../tui/dialogs/form.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import { flavorOf, type RunForm, timeoutOf } from "./run-form.ts";

const isRemote = ({ hubIsLocal }: RunForm) => !hubIsLocal;

/** Returns the input of one of the texts of the form. */
function textInput(
  name: "command" | "environment" | "secrets" | "timeout" | "image" | "space" | "flavor" | "namespace",
  input: Omit<TextInput<RunForm>, "type" | "name" | "get" | "put">,
): TextInput<RunForm> {
  return {
    type: "text",
    name,
    get: (form) => form[name],
    put: (form, field) => ({ ...form, [name]: field }),
    ...input,
  };
}

const wantsAssignments = "Write NAME=value, with quotes around values that have spaces";

/** Returns true if the form asks for secrets: a local hub needs them only to repeat a run that had some. */
const hasSecrets = ({ hubIsLocal, original }: RunForm) =>
  !hubIsLocal || (original !== null && original.secrets.length > 0);

const hasImage = (form: RunForm) => isRemote(form) && form.source === "image";
const hasSpace = (form: RunForm) => isRemote(form) && form.source === "space";

/** Inputs of the form of a run. */
export const runInputs: readonly FormInput<RunForm>[] = [
  textInput("command", {
    label: v`Command`,
    placeholder: v`python train.py`,
    rows: 3,
    check: ({ command }) =>
      command.value.trim() === "" ? "Write a command, for example python train.py" : null,
  }),
  textInput("environment", {
    label: v`Variables`,
    placeholder: v`NAME=value NAME='other value'`,
    rows: 3,
    check: ({ environment }) => (readAssignments(environment.value) === null ? wantsAssignments : null),
    linesBelow({ kept }, _state, width) {
      const names = Object.keys(kept);
      if (names.length === 0) return [];
      return noteRows(wrapWords(span(v`Unchanged: ${names.join(", ")}`, "muted"), noteColumns(width)), width);
    },
  }),
  {
    type: "choice",
    name: "payload",
    label: v`Payload`,
    isReachable: () => false,
    draw({ payload, original }) {
      if (payload === null) return [span(v`none`)];
      const isChanged = payload !== (original?.environment["WEBHOOK_PAYLOAD"] ?? null);
      const size = byteSize(Buffer.byteLength(payload));
      return [span(v`${size} in WEBHOOK_PAYLOAD${isChanged ? ", changed" : ""}`)];
    },
    step: (form) => form,
    linesBelow: (_form, _state, width, registry) =>
      noteRows(
        wrapProse(
          {
            spans: clickable({ command: "run-job.payload" }, [
              keySpan(registry, "run-job.payload"),
              span(v` edits it in your editor`, "muted"),
            ]),
          },
          noteColumns(width),
        ),
        width,
      ),
  },
  textInput("secrets", {
    label: v`Secrets`,
    placeholder: v`NAME=value`,
    isMasked: ({ focus }) => focus !== "secrets",
    isShown: hasSecrets,
    isReachable: hasSecrets,
    check: ({ secrets }) => (readAssignments(secrets.value) === null ? wantsAssignments : null),
    linesBelow({ original, secrets }, _state, width) {
      const given = readAssignments(secrets.value) ?? {};
      const names = (original?.secrets ?? []).filter(
        (name) => !Object.hasOwn(given, name) && name !== "WEBHOOK_SECRET",
      );
      if (names.length === 0) return [];
      const text = v`The hub does not return the values of ${names.join(", ")}.`;
      return noteRows(wrapWords(span(text, "muted"), noteColumns(width)), width);
    },
  }),
  textInput("timeout", {
    label: v`Timeout`,
    placeholder: v`30 min`,
    check: (form) =>
      timeoutOf(form) === undefined ? "Write a duration, for example 90s, 30min or 2h" : null,
  }),
  {
    type: "choice",
    name: "source",
    label: v`Runs in`,
    isShown: isRemote,
    isReachable: isRemote,
    draw: ({ source }) => options(["Docker image", source === "image"], ["Hub space", source === "space"]),
    step: (form) => ({ ...form, source: form.source === "image" ? "space" : "image" }),
  },
  textInput("image", {
    label: v`Image`,
    placeholder: v`python:3.12`,
    isShown: hasImage,
    isReachable: hasImage,
    check: ({ image }) =>
      image.value.trim() === "" ? "Write a Docker image, for example python:3.12" : null,
  }),
  textInput("space", {
    label: v`Hub space`,
    placeholder: v`owner/name`,
    isShown: hasSpace,
    isReachable: hasSpace,
    check: ({ space }) =>
      /^[^\s/]+\/[^\s/]+$/.test(space.value.trim()) ? null : "Write owner/name of the space",
  }),
  textInput("flavor", {
    label: v`Flavor`,
    placeholder: v`cpu-basic`,
    isShown: isRemote,
    isReachable: isRemote,
    complete: ({ value }, { flavors }) =>
      completeText(
        value,
        (flavors ?? []).map(({ name, usdPerMinute, title }) => ({
          text: name,
          note: `${title}, $${usdPerMinute} a minute`,
        })),
      ),
    check: (form) => {
      const isKnown = form.flavors?.some(({ name }) => name === flavorOf(form)) ?? true;
      return isKnown ? null : "The hub has no such flavor; clear the field to see all";
    },
    linesBelow(form, _state, width) {
      const { text } = jobCost(form.flavors, flavorOf(form), timeoutOf(form) ?? undefined);
      return noteRows(wrapWords(span(text, "warn"), noteColumns(width)), width);
    },
    opensEmpty: true,
  }),
  textInput("namespace", {
    label: v`Namespace`,
    placeholder: v`your account`,
    isShown: isRemote,
    isReachable: isRemote,
    complete: ({ value }, { namespaces }) =>
      completeText(
        value,
        namespaces.map((text) => ({ text })),
      ),
    check: ({ namespace }) =>
      /^[\w.-]*$/.test(namespace.value.trim()) ? null : "Write an account or an organization",
  }),
];
