import { v } from "../../../text/visible.ts";
import { completeText } from "../../../tui/completion.ts";
import { options } from "../../../tui/dialogs/form-lines.ts";
import type { FormInput, FormState } from "../../../tui/dialogs/form.ts";
import type { TextField } from "../../../tui/text-field.ts";
import { targetCandidates } from "../../names.ts";

/** Form with a target: the routes of the deliveries, or a URL. */
export interface TargetForm extends FormState {
  readonly target: "route" | "url";
  readonly url: TextField;
}

/** Returns the inputs of the target. @param routes name of the routes: `its route` */
export function targetInputs<F extends TargetForm>(routes: (open: F) => string): readonly FormInput<F>[] {
  return [
    {
      type: "choice",
      name: "target",
      label: v`Target`,
      draw: (open) => options([routes(open), open.target === "route"], ["a URL", open.target === "url"]),
      step: (open) => ({ ...open, target: open.target === "route" ? "url" : "route" }),
    },
    {
      type: "text",
      name: "url",
      label: v`URL`,
      placeholder: v`http://127.0.0.1:3000/`,
      isShown: ({ target }) => target === "url",
      isReachable: ({ target }) => target === "url",
      get: ({ url }) => url,
      put: (open, url) => ({ ...open, url }),
      complete: ({ value }, _open, state) => completeText(value, targetCandidates(state)),
    },
  ];
}

/** Returns the chosen URL; undefined for the routes. */
export function targetUrl({ target, url }: TargetForm): string | undefined {
  return target === "url" ? url.value.trim() : undefined;
}
