import { readTemplate } from "../../../../engine/templates.ts";
import type { TriggerRequest } from "../../../../hub/client.ts";
import { isHooklensError } from "../../../../model/errors.ts";
import { type App, hubNow } from "../../../app.ts";
import { watchForm } from "../../../watch-form.ts";
import { typedChanges, typedEvent } from "./event-form.ts";
import { isSynthetic, previewKey, sourceKey, type TriggerForm, triggerKind } from "./trigger-form.ts";

/**
 * Returns the request of a form, without its changes; null while the repo is not valid.
 * @throws {NotFoundError | UsageError} the template cannot be read
 */
export function requestOf(form: TriggerForm, dataDir: string): TriggerRequest | null {
  if (isSynthetic(form)) return typedEvent(form);
  const { event, repo, payload } = readTemplate(dataDir, form.template.value.trim());
  return { ...event, repo, payload };
}

/** Shows the predicted effects in the form after every change. Returns a function that stops it. */
export function watchTriggerForm({ store, services }: App): () => void {
  /** Returns the payload without changes: the displayed one, for the same event and repo. */
  async function baseOf(form: TriggerForm, request: TriggerRequest) {
    const of = sourceKey(form);
    if (form.base?.of === of) return form.base;
    return { of, payload: (await hubNow(services).previewTrigger(request)).payload };
  }

  async function show(form: TriggerForm): Promise<void> {
    const request = requestOf(form, services.dataDir);
    if (request === null) {
      triggerKind.change(store, (open) => ({ ...open, base: null, payload: null, plan: null }));
      return;
    }
    const base = await baseOf(form, request);
    const set = typedChanges({ set: form.set, base });
    const { payload, ...plan } = await hubNow(services).previewTrigger({
      ...request,
      payload: base.payload,
      set,
    });
    const { scope, repo } = request;
    triggerKind.change(store, (open) => ({
      ...open,
      base,
      payload,
      plan: { ...plan, scope, repo, error: null },
    }));
  }

  return watchForm(store, triggerKind, previewKey, async (form) => {
    try {
      await show(form);
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      const { message } = error;
      triggerKind.change(store, (open) => ({ ...open, base: null, payload: null, plan: { error: message } }));
    }
  });
}
