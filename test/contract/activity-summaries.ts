import { describe, expect, test } from "vitest";
import type { HubActivity } from "../../src/model/webhook-activity.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newAttempt, newDispatch, openActivity, type OpenActivity, unlimited } from "./open-activity.ts";

const leaseMs = 1000;

/** Tests of the summaries by webhook of every Activity. */
export function activitySummariesContract(name: string, open: OpenActivity): void {
  const opened = (dataDir?: string) => openActivity(open, dataDir);

  describe(`${name}: summaries of activity`, () => {
    test("activities count the attempts of a webhook by hour", async () => {
      const { activity, queue, addWebhook, accept } = await opened();
      const [webhookId, quiet] = [await addWebhook(), await addWebhook()];
      const hour = 3_600_000;
      const [failing = 0, sent = 0] = await accept(newDispatch(webhookId, 0), newDispatch(webhookId, hour));
      await queue.claim(2, leaseMs, hour);
      await activity.recordAttempt(sent, newAttempt({ startedAtMs: hour, status: 200 }), { kind: "sent" });
      const failed = newAttempt({ startedAtMs: hour + 5, status: null, error: "ECONNREFUSED" });
      await activity.recordAttempt(failing, failed, { kind: "retry", dueAtMs: hour + 5000 });
      const query = { account: "me", since: null, limit: 100, nowMs: hour + 10, quota: unlimited };
      const { activities, more } = await activity.activities(query);
      expect(more).toBe(false);
      expect(activities.find((one) => one.webhookId === webhookId)).toEqual({
        webhookId,
        hours: [{ hour: 1, attempts: 2, failed: 1 }],
        last: {
          at: "1970-01-01T01:00:00.005Z",
          status: null,
          error: "ECONNREFUSED",
          ok: false,
          durationMs: 20,
          target: newAttempt().target,
        },
        run: null,
        failures: 1,
        failingSince: "1970-01-01T01:00:00.025Z",
        waiting: 1,
        nextAttemptAt: "1970-01-01T01:00:05.000Z",
        held: 0,
        triggers: null,
        events: { "repo.update": 2 },
      } satisfies HubActivity);
      expect(activities.find((one) => one.webhookId === quiet)).toBeUndefined();
      // The hours leave the period with the time.
      const later = await activity.activities({ ...query, nowMs: 25 * hour });
      expect(later.activities.find((one) => one.webhookId === webhookId)).toMatchObject({
        hours: [],
        events: {},
        failures: 1,
      });
    });

    test("activities return what changed since a cursor, in pages", async () => {
      const dataDir = freshDataDir();
      const first = await opened(dataDir);
      const { activity, registry, queue, accept } = first;
      const ids = [await first.addWebhook(), await first.addWebhook(), await first.addWebhook()];
      const [one = "", two = "", three = ""] = ids;
      const quota = { triggers: 5, withinMs: 1000 };
      const ask = async (since: string | null, limit = 100) => {
        const page = await activity.activities({ account: "me", since, limit, nowMs: 10, quota });
        return { ...page, ids: page.activities.map(({ webhookId }) => webhookId).toSorted() };
      };
      await activity.accept(
        ids.map((id) => newDispatch(id, 1)),
        quota,
      );
      const all = await ask(null, 2);
      expect(all).toMatchObject({ more: true });
      const rest = await ask(all.cursor, 2);
      expect(rest).toMatchObject({ more: false });
      expect([...all.ids, ...rest.ids].toSorted()).toEqual(ids.toSorted());
      expect(all.activities[0]).toMatchObject({ waiting: 1, triggers: { used: 1, limit: 5 } });
      expect(await ask(rest.cursor)).toMatchObject({ activities: [], cursor: rest.cursor });

      const [id = 0] = await accept(newDispatch(two));
      const second = await ask(rest.cursor);
      expect(second).toMatchObject({ ids: [two], activities: [{ waiting: 2 }] });
      await activity.recordAttempt(id, newAttempt(), { kind: "dead" });
      await queue.hold(one);
      const third = await ask(second.cursor);
      expect(third.ids).toEqual([one, two].toSorted());
      expect(third.activities.find(({ webhookId }) => webhookId === one)).toMatchObject({
        waiting: 0,
        held: 1,
      });
      expect(third.activities.find(({ webhookId }) => webhookId === two)).toMatchObject({
        waiting: 1,
        failures: 1,
        last: { ok: false },
      });
      await activity.resetFailures(two);
      await queue.release(one);
      await registry.remove("me", three);
      await Promise.all([queue.drop(three), activity.remove(three)]);
      expect((await ask(third.cursor)).ids).toEqual([one, two].toSorted());
      expect(
        await activity.activities({ account: "you", since: null, limit: 9, nowMs: 10, quota }),
      ).toMatchObject({
        activities: [],
      });

      await activity.close();
      const reopened = await opened(dataDir);
      const after = await reopened.activity.activities({
        account: "me",
        since: third.cursor,
        limit: 100,
        nowMs: 10,
        quota,
      });
      expect(after.activities.map(({ webhookId }) => webhookId).toSorted()).toEqual([one, two].toSorted());
    });
  });
}
