import type { WebhookTest } from "../../../../engine/webhook-test.ts";
import { isHooklensError, UsageError } from "../../../../model/errors.ts";
import { duration } from "../../../../text/duration.ts";
import { parseExactJson } from "../../../../text/exact-json.ts";
import { showMessage } from "../../../../tui/state/messages.ts";
import { type App, hubNow } from "../../../app.ts";
import { watchForm } from "../../../watch-form.ts";
import type { WebhooksApp } from "../../running.ts";
import { type Payload, typedChanges, typedEvent } from "./event-form.ts";
import { type TestForm, testKey, testKind, testSource, withoutSecret } from "./test-form.ts";
import { testResultKind, testResultPage } from "./test-result.ts";

/** Loads what makes and sends tests, which the first frame does not need. */
const loadTests = () => import("../../../../engine/webhook-test.ts");

/** Sends the test of a form; resolves with a function that shows the response. */
export async function submitTest(app: WebhooksApp, form: TestForm): Promise<() => void> {
  const { store, running } = app;
  const event = typedEvent(form);
  if (event === null) throw new UsageError({ what: "there is no repo of the event" });
  const { testRequest, sendTest, isAccepted } = await loadTests();
  const base = form.base?.of === testSource(form) ? { payload: form.base.payload } : {};
  const request = testRequest({ ...testOf(app, form, event), ...base, set: typedChanges(form) });
  const result = await sendTest(request, running.stopped);
  const { status, error, durationMs } = result;
  const answer = status === null ? `no response: ${error ?? "unknown reason"}` : `responded ${status}`;
  return () => {
    store.dispatch(testResultKind.open(testResultPage(form, result)));
    const tone = isAccepted(result) ? "ok" : "error";
    showMessage(store, tone, `Test of webhook ${form.webhook.id} · ${answer} in ${duration(durationMs)}`);
  };
}

/** Shows the resulting request in the form after every change. Returns a function that stops it. */
export function watchTestForm(app: App): () => void {
  const { store } = app;
  return watchForm(store, testKind, testKey, async (form) => {
    const event = typedEvent(form);
    const { testRequest } = await loadTests();
    try {
      if (event === null) {
        testKind.change(store, (open) => ({ ...open, base: null, payload: null }));
        return;
      }
      const of = testSource(form);
      const base =
        form.base?.of === of
          ? form.base
          : { of, payload: parsed(testRequest({ ...testOf(app, form, event), withSecret: false }).body) };
      const set = typedChanges({ set: form.set, base });
      const request = testRequest({ ...testOf(app, form, event), payload: base.payload, set });
      const payload = parsed(request.body);
      const headers = withoutSecret(request.headers);
      testKind.change(store, (open) => ({ ...open, base, payload, headers }));
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      const { message } = error;
      testKind.change(store, (open) => ({ ...open, base: null, payload: null, refused: message }));
    }
  });
}

function testOf(
  { services }: App,
  { webhook, withSecret }: TestForm,
  { repo, ...event }: NonNullable<ReturnType<typeof typedEvent>>,
): WebhookTest {
  return { webhook, endpoint: hubNow(services).endpoint, event, repo, withSecret };
}

function parsed(body: string): Payload {
  return parseExactJson(body) as Payload;
}
