import { describe, expect, test } from "vitest";
import { endedDispatchesKept } from "../../src/store/activity.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newAttempt, newDispatch, openActivity, type OpenActivity, unlimited } from "./open-activity.ts";

const leaseMs = 1000;
const noRun = { count: 0, sinceMs: null };

/** Tests of every Activity, with the queue that shares its transactions. */
export function activityContract(name: string, open: OpenActivity): void {
  const opened = (dataDir?: string) => openActivity(open, dataDir);

  describe(`${name}: activity`, () => {
    test("accept stores a dispatch with its job", async () => {
      const { activity, queue, addWebhook } = await opened();
      const webhookId = await addWebhook();
      const payload = '{"repo":{"name":"me/ünï"}}';
      const [accepted] = await activity.accept([newDispatch(webhookId, 7, payload)], unlimited);
      const id = accepted?.id ?? 0;
      expect(accepted).toEqual({ id: expect.any(Number), webhookId, overQuota: false });
      expect(await queue.claim(9, leaseMs, 7)).toMatchObject([{ lane: webhookId, body: { dispatch: id } }]);
      expect(await activity.get(id)).toEqual({
        id,
        account: "me",
        webhookId,
        messageId: "msg_7",
        repo: { type: "model", name: "me/m" },
        payload,
        attempts: 0,
      });
    });

    test("a dispatch has a state from its first wait to its end", async () => {
      const { activity, queue, addWebhook, accept, statesOf } = await opened();
      const webhookId = await addWebhook();
      const [id = 0] = await accept(newDispatch(webhookId));
      expect(await statesOf(webhookId)).toEqual(["waiting"]);
      await queue.claim(1, leaseMs, 0);
      expect(await statesOf(webhookId)).toEqual(["sending"]);
      await activity.recordAttempt(id, newAttempt(), { kind: "retry", dueAtMs: 6000 });
      expect(await activity.page(webhookId, { before: null, limit: 1 })).toEqual({
        dispatches: [
          {
            id,
            createdAt: "1970-01-01T00:00:00.000Z",
            event: { scope: "repo", action: "update" },
            repo: { type: "model", name: "me/m" },
            messageId: "msg_0",
            state: "retrying",
            attemptCount: 1,
            lastAttemptAt: "1970-01-01T00:00:01.000Z",
            lastStatus: 500,
            lastError: null,
            nextAttemptAt: "1970-01-01T00:00:06.000Z",
            run: null,
          },
        ],
        more: false,
      });
      await queue.hold(webhookId);
      expect(await statesOf(webhookId)).toEqual(["held"]);
      await queue.release(webhookId);
      await queue.claim(1, leaseMs, 6000);
      await activity.recordAttempt(id, newAttempt({ status: null, error: "ECONNREFUSED" }), { kind: "dead" });
      expect(await statesOf(webhookId)).toEqual(["dead"]);
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 1, held: 0 });
    });

    test("every attempt is stored with its exact response", async () => {
      const { activity, addWebhook, accept } = await opened();
      const webhookId = await addWebhook();
      const [id = 0] = await accept(newDispatch(webhookId));
      const answer = Buffer.from([0, 255, 13, 10]);
      await activity.recordAttempt(id, newAttempt({ answer }), { kind: "retry", dueAtMs: 6000 });
      await activity.recordAttempt(id, newAttempt({ status: 200, startedAtMs: 6000 }), { kind: "sent" });
      expect(await activity.detail(webhookId, id)).toMatchObject({
        payload: '{"n":1}',
        state: "sent",
        attemptCount: 2,
        attempts: [
          {
            target: "http://127.0.0.1/in",
            startedAt: "1970-01-01T00:00:01.000Z",
            durationMs: 20,
            status: 500,
            error: null,
            replay: false,
            jobRun: null,
            nextAttemptAt: "1970-01-01T00:00:06.000Z",
            answerHeaders: [["content-type", "text/plain"]],
            answer: new Uint8Array(answer),
          },
          { status: 200, nextAttemptAt: null },
        ],
      });
      expect(await activity.detail("another", id)).toBeNull();
    });

    test("an attempt completes or reschedules the job of its dispatch", async () => {
      const { activity, queue, addWebhook, accept } = await opened();
      const webhookId = await addWebhook();
      const [sent = 0, failed = 0] = await accept(newDispatch(webhookId), newDispatch(webhookId));
      await queue.claim(2, leaseMs, 0);
      await activity.recordAttempt(sent, newAttempt({ status: 200 }), { kind: "sent" });
      await activity.recordAttempt(failed, newAttempt(), { kind: "retry", dueAtMs: 300 });
      expect(await queue.claim(9, leaseMs, 299)).toEqual([]);
      expect(await queue.claim(9, leaseMs, 300)).toMatchObject([{ body: { dispatch: failed } }]);
      expect(await activity.get(failed)).toMatchObject({ attempts: 1 });
    });

    test("a failed replay only adds an attempt; a successful one completes the dispatch", async () => {
      const { activity, queue, addWebhook, accept, statesOf } = await opened();
      const webhookId = await addWebhook();
      const [id = 0] = await accept(newDispatch(webhookId));
      await activity.recordAttempt(id, newAttempt({ replay: true }), { kind: "as-before" });
      expect(await statesOf(webhookId)).toEqual(["waiting"]);
      expect(await activity.get(id)).toMatchObject({ attempts: 0 });
      await activity.recordAttempt(id, newAttempt(), { kind: "dead" });
      await activity.recordAttempt(id, newAttempt({ replay: true, status: 204 }), { kind: "sent" });
      expect(await statesOf(webhookId)).toEqual(["sent"]);
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
      expect((await activity.detail(webhookId, id))?.attempts.map(({ replay }) => replay)).toEqual([
        true,
        false,
        true,
      ]);
    });

    test("a dispatch that a replay has sent stays sent after a simultaneous attempt fails", async () => {
      const { activity, queue, addWebhook, accept, statesOf } = await opened();
      const webhookId = await addWebhook();
      const [id = 0] = await accept(newDispatch(webhookId));
      await queue.claim(1, leaseMs, 0);
      await activity.recordAttempt(id, newAttempt({ replay: true, status: 200 }), { kind: "sent" });
      await activity.recordAttempt(id, newAttempt(), { kind: "retry", dueAtMs: 9 });
      expect(await statesOf(webhookId)).toEqual(["sent"]);
      expect(await queue.claim(9, leaseMs, 9000)).toEqual([]);
    });

    test("consecutive failures are counted per webhook and reset by a success", async () => {
      const { activity, addWebhook, accept } = await opened();
      const [one, other] = [await addWebhook(), await addWebhook()];
      const [id = 0] = await accept(newDispatch(one));
      const [unconcerned = 0] = await accept(newDispatch(other));
      const retry = { kind: "retry", dueAtMs: 9 } as const;
      expect(await activity.recordAttempt(id, newAttempt(), retry)).toEqual({ count: 1, sinceMs: 1020 });
      const later = newAttempt({ startedAtMs: 5000 });
      expect(await activity.recordAttempt(id, later, retry)).toEqual({ count: 2, sinceMs: 1020 });
      const replayed = newAttempt({ replay: true });
      expect(await activity.recordAttempt(id, replayed, { kind: "as-before" })).toEqual({
        count: 2,
        sinceMs: 1020,
      });
      expect(await activity.recordAttempt(unconcerned, later, retry)).toEqual({ count: 1, sinceMs: 5020 });
      await activity.resetFailures(other);
      expect(await activity.recordAttempt(unconcerned, later, retry)).toEqual({ count: 1, sinceMs: 5020 });
      expect(await activity.recordAttempt(id, newAttempt({ status: 200 }), { kind: "sent" })).toEqual(noRun);
    });

    test("a dispatch over the quota has no job, until older triggers leave the period", async () => {
      const { activity, queue, addWebhook } = await opened();
      const [webhookId, other] = [await addWebhook(), await addWebhook()];
      const quota = { triggers: 3, withinMs: 1000 };
      const overAt = async (id: string, ...times: number[]): Promise<boolean[]> => {
        const accepted = await activity.accept(
          times.map((time) => newDispatch(id, time)),
          quota,
        );
        return accepted.map(({ overQuota }) => overQuota);
      };
      expect(await overAt(webhookId, 0, 10, 20, 30)).toEqual([false, false, false, true]);
      expect(await overAt(other, 30)).toEqual([false]);
      // Dispatches over the quota are not counted.
      expect(await overAt(webhookId, 999, 1000, 1001, 1010)).toEqual([true, false, true, false]);
      expect(await queue.counts(webhookId)).toMatchObject({ waiting: 5 });
      const { dispatches } = await activity.page(webhookId, { before: null, limit: 1 });
      expect(dispatches).toMatchObject([{ state: "waiting" }]);
      const states = (await activity.page(webhookId, { before: null, limit: 100 })).dispatches;
      expect(states.filter(({ state }) => state === "over-quota")).toHaveLength(3);
    });

    test("the quota counts triggers of before a restart", async () => {
      const dataDir = freshDataDir();
      const quota = { triggers: 2, withinMs: 1000 };
      const first = await opened(dataDir);
      const webhookId = await first.addWebhook();
      await first.activity.accept([newDispatch(webhookId, 0)], quota);
      await first.activity.close();
      const { activity } = await opened(dataDir);
      expect(
        await activity.accept([newDispatch(webhookId, 1), newDispatch(webhookId, 2)], quota),
      ).toMatchObject([{ overQuota: false }, { overQuota: true }]);
    });

    test("pages list each dispatch once, newest first, while others are added", async () => {
      const { activity, addWebhook, accept } = await opened();
      const [webhookId, other] = [await addWebhook(), await addWebhook()];
      const ids: number[] = [];
      for (let n = 0; n < 25; n += 1) {
        ids.push(...(await accept(newDispatch(webhookId, n), newDispatch(other, n))).slice(0, 1));
      }
      const seen: number[] = [];
      let before: number | null = null;
      for (;;) {
        const page = await activity.page(webhookId, { before, limit: 10 });
        seen.push(...page.dispatches.map(({ id }) => id));
        await accept(newDispatch(webhookId, 99));
        if (!page.more) break;
        before = seen.at(-1) ?? null;
      }
      expect(seen).toEqual(ids.toReversed());
    });

    test("a dispatch of a removed webhook is not stored", async () => {
      const { activity, registry, queue, addWebhook } = await opened();
      const [gone, other] = [await addWebhook(), await addWebhook()];
      await registry.remove("me", gone);
      expect(await activity.accept([newDispatch(gone), newDispatch(other)], unlimited)).toMatchObject([
        { webhookId: other },
      ]);
      expect(await queue.counts()).toMatchObject({ waiting: 1 });
    });

    test("remove deletes the dispatches of one webhook, also after an interruption", async () => {
      const dataDir = freshDataDir();
      const first = await opened(dataDir);
      const [gone, other] = [await first.addWebhook(), await first.addWebhook()];
      const many = Array.from({ length: 700 }, (_, n) => newDispatch(gone, n));
      const [id = 0] = await first.accept(...many, newDispatch(other));
      await first.registry.remove("me", gone);
      await first.activity.remove(gone);
      // An attempt in progress can still be recorded.
      await first.activity.recordAttempt(id, newAttempt(), { kind: "dead" });
      await first.activity.close();

      const { activity } = await opened(dataDir);
      await expect
        .poll(async () => (await activity.page(gone, { before: null, limit: 1 })).dispatches)
        .toEqual([]);
      expect(await activity.get(id)).toBeNull();
      expect(await activity.recordAttempt(id, newAttempt(), { kind: "dead" })).toEqual(noRun);
      expect((await activity.page(other, { before: null, limit: 9 })).dispatches).toHaveLength(1);
    });

    test("the newest completed dispatches and all others are kept", async () => {
      const { activity, queue, addWebhook, accept } = await opened();
      const webhookId = await addWebhook();
      const [waiting = 0] = await accept(newDispatch(webhookId));
      const over = { triggers: 0, withinMs: 1 };
      const ended = endedDispatchesKept + 250;
      const dispatches = Array.from({ length: ended }, (_, n) => newDispatch(webhookId, n));
      const ids = (await activity.accept(dispatches, over)).map(({ id }) => id);
      const kept = async () =>
        (await activity.page(webhookId, { before: null, limit: 5000 })).dispatches.map(({ id }) => id);
      await expect.poll(kept).toEqual([...ids.slice(-endedDispatchesKept).toReversed(), waiting]);
      expect(await activity.detail(webhookId, ids[0] ?? 0)).toBeNull();
      expect(await queue.counts()).toMatchObject({ waiting: 1 });
    });
  });
}
