import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { DispatchQueue } from "../../dispatch-queue.ts";

/** Webhooks whose activity changed after a cursor, in the order of their last change. */
export interface ChangedWebhooks {
  readonly ids: readonly string[];
  readonly cursor: string;
  /** True if more webhooks changed after the new cursor. */
  readonly more: boolean;
}

/** Order of the last changes of all webhooks, in memory: a cursor of another process starts again. */
export interface ActivityChanges {
  /** Notes a change; called in its transaction or after it. */
  changed(webhookId: string): void;
  /** Notes a change of all webhooks. */
  allChanged(): void;
  forget(webhookId: string): void;
  /** @param cursor result of an earlier call; null for all webhooks */
  since(cursor: string | null, limit: number): ChangedWebhooks;
}

export function createActivityChanges(db: DatabaseSync): ActivityChanges {
  const process = randomUUID();
  let last = 0;
  // Moves a changed webhook to the end: the map is in the order of the changes.
  const changes = new Map<string, number>();
  for (const { id } of db.prepare("SELECT id FROM webhooks").all()) changes.set(String(id), (last += 1));

  function changed(webhookId: string): void {
    changes.delete(webhookId);
    changes.set(webhookId, (last += 1));
  }

  return {
    changed,
    allChanged() {
      for (const id of changes.keys()) changes.set(id, (last += 1));
    },
    forget: (webhookId) => void changes.delete(webhookId),
    since(cursor, limit) {
      const [of, number] = (cursor ?? "").split(".");
      const after = of === process ? Number(number) : 0;
      const ids: string[] = [];
      let reached = after;
      let more = false;
      for (const [id, change] of after === last ? [] : changes) {
        if (change <= after) continue;
        more = ids.length === limit;
        if (more) break;
        ids.push(id);
        reached = change;
      }
      return { ids, cursor: `${process}.${more ? reached : last}`, more };
    },
  };
}

/** Returns a queue that notes the lanes whose jobs are held, released, moved or removed. */
export function notingChanges(queue: DispatchQueue, changes: ActivityChanges): DispatchQueue {
  const noting =
    <T>(act: (lane: string) => Promise<T>) =>
    async (lane: string): Promise<T> => {
      const result = await act(lane);
      changes.changed(lane);
      return result;
    };
  return {
    ...queue,
    hold: noting((lane) => queue.hold(lane)),
    release: noting((lane) => queue.release(lane)),
    drop: noting((lane) => queue.drop(lane)),
    async hasten(lanes, nowMs) {
      const hastened = await queue.hasten(lanes, nowMs);
      if (lanes === null) changes.allChanged();
      else for (const lane of lanes) changes.changed(lane);
      return hastened;
    },
    async dropWaiting(lanes) {
      const dropped = await queue.dropWaiting(lanes);
      for (const lane of new Set(dropped)) changes.changed(lane);
      return dropped;
    },
  };
}
