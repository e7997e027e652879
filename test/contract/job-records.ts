import { describe, expect, onTestFinished, test } from "vitest";
import type { JobRecords, NewJobRun, StoredJobSpec } from "../../src/store/job-records.ts";
import type { WebhookRegistry } from "../../src/store/webhook-registry.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

export interface OpenedJobs {
  readonly jobs: JobRecords;
  /** On the same file. */
  readonly registry: WebhookRegistry;
}

const spec: StoredJobSpec = {
  command: ["python", "-c", "print('ünïcode')"],
  arguments: ["--verbose"],
  environment: { EPOCHS: "3" },
  secrets: { KEY: "s3cret" },
  dockerImage: "python:3.12",
  spaceId: null,
  flavor: "cpu-basic",
  timeoutSeconds: 60,
  labels: { name: "first" },
  unused: { volumes: [{ type: "dataset", source: "me/corpus", mountPath: "/data" }] },
};

function newRun(over: Partial<NewJobRun> = {}): NewJobRun {
  return { account: "me", spec, trigger: null, dispatch: null, failure: null, ...over };
}

/** Tests of every JobRecords. */
export function jobRecordsContract(name: string, open: (dataDir: string) => Promise<OpenedJobs>): void {
  async function opened(dataDir: string = freshDataDir()): Promise<OpenedJobs> {
    const both = await open(dataDir);
    onTestFinished(() => both.jobs.close());
    return both;
  }

  describe(`${name}: runs of Jobs`, () => {
    test("stores a waiting run with its request and an id like the Hub's", async () => {
      const dataDir = freshDataDir();
      const first = await open(dataDir);
      const trigger = { webhookId: "0".repeat(24), dispatchId: 7, variables: { WEBHOOK_PAYLOAD: '{"n":1}' } };
      const added = await first.jobs.add(newRun({ trigger }));
      expect(added).toMatchObject({ account: "me", spec, trigger, stage: "SCHEDULING", message: null });
      expect(added).toMatchObject({ startedAt: null, finishedAt: null, process: null });
      expect(added.id).toMatch(/^[0-9a-f]{24}$/);
      await first.jobs.close();
      expect(await (await opened(dataDir)).jobs.get("me", added.id)).toEqual(added);
    });

    test("lists the runs of one account, newest first, without the variables of events", async () => {
      const { jobs } = await opened();
      const trigger = { webhookId: "0".repeat(24), dispatchId: 7, variables: { WEBHOOK_PAYLOAD: "{}" } };
      const one = await jobs.add(newRun());
      await jobs.add(newRun({ account: "other" }));
      const two = await jobs.add(newRun({ trigger }));
      expect(await jobs.list("me")).toEqual([{ ...two, trigger: { ...trigger, variables: {} } }, one]);
      expect(await jobs.get("other", one.id)).toBeNull();
    });

    test("a run is started once and ended once", async () => {
      const { jobs } = await opened();
      const { id } = await jobs.add(newRun());
      const later = await jobs.add(newRun());
      expect((await jobs.waiting(1)).map((run) => run.id)).toEqual([id]);
      expect(await Promise.all([jobs.begin(id), jobs.begin(id)])).toEqual([true, false]);
      await jobs.setProcess(id, { pid: 4711, mark: "boot:99" });
      expect(await jobs.running()).toMatchObject([{ id, process: { pid: 4711, mark: "boot:99" } }]);
      expect((await jobs.waiting(9)).map((run) => run.id)).toEqual([later.id]);
      expect(await jobs.end(id, "ERROR", "exit code 3")).toBe(true);
      expect(await jobs.end(id, "COMPLETED", null)).toBe(false);
      const ended = await jobs.get("me", id);
      expect(ended).toMatchObject({ stage: "ERROR", message: "exit code 3", process: null });
      expect([ended?.startedAt, ended?.finishedAt]).not.toContain(null);
      expect(await jobs.running()).toEqual([]);
    });

    test("only a waiting run can be withdrawn", async () => {
      const { jobs } = await opened();
      const { id } = await jobs.add(newRun());
      const other = await jobs.add(newRun());
      expect(await Promise.all([jobs.withdraw(id), jobs.begin(id)])).toEqual([true, false]);
      expect(await Promise.all([jobs.begin(other.id), jobs.withdraw(other.id)])).toEqual([true, false]);
      expect(await jobs.get("me", id)).toMatchObject({ stage: "CANCELED" });
      expect(await jobs.get("me", other.id)).toMatchObject({ stage: "RUNNING" });
    });

    test("a dispatch starts one run", async () => {
      const { jobs } = await opened();
      const asked = newRun({ dispatch: "7/0" });
      const [first, again] = await Promise.all([jobs.add(asked), jobs.add(asked)]);
      expect(again).toEqual(first);
      expect((await jobs.add(newRun({ dispatch: "7/1" }))).id).not.toBe(first.id);
      expect(await jobs.list("me")).toHaveLength(2);
    });

    test("stores a run that cannot start as failed", async () => {
      const { jobs } = await opened();
      const failed = await jobs.add(newRun({ failure: "too large" }));
      expect(failed).toMatchObject({ stage: "ERROR", message: "too large", startedAt: null });
      expect(failed.finishedAt).toBe(failed.createdAt);
      expect(await jobs.waiting(9)).toEqual([]);
    });

    test("setLabels replaces the labels only", async () => {
      const { jobs } = await opened();
      const run = await jobs.add(newRun());
      const labels = { team: "ml", 'with "quotes"': "x" };
      expect(await jobs.setLabels("me", run.id, labels)).toEqual({ ...run, spec: { ...spec, labels } });
      expect(await jobs.setLabels("other", run.id, labels)).toBeNull();
    });

    test("prune removes old ended runs except source Jobs of webhooks", async () => {
      const { jobs, registry } = await opened();
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await jobs.add(newRun())).id);
      const [source = "", waits = "", ...ended] = ids;
      for (const id of [source, ...ended]) await jobs.end(id, "COMPLETED", null);
      await registry.create({
        account: "me",
        url: null,
        jobSourceId: source,
        watched: [],
        domains: [],
        secret: null,
      });
      expect(await jobs.prune(1)).toEqual(expect.arrayContaining(ended.slice(0, 2)));
      expect((await jobs.list("me")).map(({ id }) => id)).toEqual([ended[2], waits, source]);
      expect(await jobs.prune(1)).toEqual([]);
    });
  });
}
