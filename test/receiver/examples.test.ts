import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { type HubProcess, hubProcess } from "../support/hub-process.ts";
import { commitFiles } from "../support/hub-repo.ts";
import { outputOf } from "../support/jobs.ts";
import { libraryHome, startLibraryScript } from "../support/library-script.ts";
import { testToken } from "../support/local-hub.ts";
import { startReceive } from "../support/receive-process.ts";
import { fullPayload } from "../support/sample-payload.ts";

const examples = join(import.meta.dirname, "../../examples");
const secret = "a secret of the hub";

/** Starts the examples and returns the URL of one. */
type StartExamples = (env: Readonly<Record<string, string>>) => Promise<(route: string) => string>;

const asHandlers: StartExamples = async (env) => {
  const receiving = startReceive(["--handlers", examples], { env });
  const url = await receiving.url();
  return (route) => `${url}/webhooks/${route}`;
};

const asPrograms: StartExamples = async (env) => {
  const receiving = startReceive(["--handlers", join(examples, "handlers"), "--exec-env", "HF_TOKEN"], {
    env: { ...env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  const url = await receiving.url();
  return (route) => `${url}/webhooks/${route}`;
};

const asScript: StartExamples = async (env) => {
  const home = libraryHome();
  cpSync(examples, join(home, "examples"), { recursive: true });
  const file = "examples/library/guides.ts";
  const script = startLibraryScript(readFileSync(join(home, file), "utf8"), env, { home, file });
  const url = await script.webhookUrl("retrain");
  return (route) => url.replace("retrain", route);
};

interface Details {
  readonly events: readonly { readonly data: { readonly latest: { readonly raw: string } } }[];
}

interface Hub extends HubProcess {
  call(
    path: string,
    init?: { method?: string; body?: string; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Returns the comments of a discussion, in order. */
  said(repo: string, num: number): Promise<readonly string[]>;
  titles(repo: string): Promise<readonly string[]>;
  /** Resolves when `count` dispatches of a webhook got the response 200. */
  delivered(webhookId: string, count: number): Promise<void>;
}

async function startHub(): Promise<Hub> {
  const hub = await hubProcess(freshDataDir());
  const call: Hub["call"] = (path, init = {}) =>
    fetch(hub.endpoint + path, {
      ...init,
      headers: { authorization: `Bearer ${testToken}`, ...init.headers },
    });
  return {
    ...hub,
    call,
    async said(repo, num) {
      const { events } = (await (await call(`${repo}/discussions/${num}`)).json()) as Details;
      return events.map(({ data }) => data.latest.raw);
    },
    async titles(repo) {
      const list = (await (await call(`${repo}/discussions`)).json()) as { discussions: { title: string }[] };
      return list.discussions.map(({ title }) => title);
    },
    delivered: (webhookId, count) =>
      vi.waitFor(async () => {
        const { dispatches } = await hub.client.activity(webhookId);
        expect(dispatches.map(({ lastStatus }) => lastStatus)).toEqual(
          Array.from({ length: count }, () => 200),
        );
      }, 15_000),
  };
}

async function makeRepo(hub: Hub, type: "model" | "dataset", name: string): Promise<string> {
  await hub.call("/api/repos/create", post({ type, name, organization: null }));
  return `/api/${type}s/me/${name}`;
}

function post(body: unknown) {
  return { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function environment(hub: Hub, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { HF_ENDPOINT: hub.endpoint, HF_TOKEN: testToken, WEBHOOK_SECRET: secret, ...more };
}

describe.each([
  ["under hooklens receive --handlers", asHandlers],
  ["in Python, under hooklens receive --handlers", asPrograms],
  ["as a script of the library", asScript],
])("%s", (_, start) => {
  test("retrain starts a Job for each new revision of a dataset and comments on it", async () => {
    const hub = await startHub();
    const repo = await makeRepo(hub, "dataset", "corpus");
    const command = 'echo "$DATASET at $DATASET_REVISION"';
    const url = (await start(environment(hub, { RETRAIN_COMMAND: command })))("retrain");
    const watched = [{ type: "dataset", name: "me/corpus" }] as const;
    const webhook = await hub.client.createWebhook({ url, watched, domains: ["repo"], secret });

    const { commitOid } = await commitFiles(hub, repo, { "data.csv": "a,b\n" });
    await hub.delivered(webhook.id, 1);
    const [job, ...others] = await hub.client.listJobs();
    expect(others).toEqual([]);
    expect(await outputOf(hub.client, job!.id)).toContain(`me/corpus at ${commitOid}`);
    expect(await hub.titles(repo)).toEqual([`Training on ${commitOid.slice(0, 7)}`]);

    const again = { ...fullPayload(), repo: { ...(fullPayload()["repo"] as object), headSha: commitOid } };
    const payload = { ...again, updatedRefs: [{ ref: "refs/heads/main", oldSha: null, newSha: commitOid }] };
    const { headers, ...rest } = post(payload);
    const answer = await fetch(url, { ...rest, headers: { ...headers, "x-webhook-secret": secret } });
    expect(await answer.json()).toEqual({ started: null, already: job!.id });

    await commitFiles(hub, repo, { "data.csv": "c\n" }, { createPr: true });
    await hub.delivered(webhook.id, 2);
    expect(await hub.client.listJobs()).toHaveLength(1);
  });

  test("the discussion bot replies only to mentions, and not to itself", async () => {
    const hub = await startHub();
    const repo = await makeRepo(hub, "model", "speech");
    const words = "Ask @me again at any time.";
    const modelTarget = await httpTarget(always(200, { choices: [{ message: { content: words } }] }));
    const inferenceUrl = `${modelTarget.url}/v1/chat/completions`;
    const url = (await start(environment(hub, { BOT_INFERENCE_URL: inferenceUrl })))("discussion-bot");
    const watched = [{ type: "model", name: "me/speech" }] as const;
    const webhook = await hub.client.createWebhook({ url, watched, domains: ["discussion"], secret });

    await hub.call(`${repo}/discussions`, post({ title: "Help", description: "@me, which rate?" }));
    // The comment of the bot fires a dispatch of its own.
    await hub.delivered(webhook.id, 2);
    expect(await hub.said(repo, 1)).toEqual(["@me, which rate?", `<!-- discussion-bot -->\n${words}`]);
    expect(JSON.parse(modelTarget.seen[0]!.body)).toMatchObject({
      messages: [{ role: "system" }, { role: "user", content: "@me, which rate?" }],
    });

    for (const comment of ["No one in particular", "mail@me.example", "@meadow?"]) {
      await hub.call(`${repo}/discussions/1/comment`, post({ comment }));
    }
    await hub.call(`${repo}/discussions/1/comment`, post({ comment: "And @ME?" }));
    await hub.delivered(webhook.id, 7);
    expect(modelTarget.seen).toHaveLength(2);
    expect(await hub.said(repo, 1)).toHaveLength(7);
  });

  test("the metadata review lists what a card lacks in one discussion, and again after a change", async () => {
    const hub = await startHub();
    const repo = await makeRepo(hub, "dataset", "corpus");
    const url = (await start(environment(hub)))("metadata-review");
    const watched = [{ type: "dataset", name: "me/corpus" }] as const;
    const webhook = await hub.client.createWebhook({ url, watched, domains: ["repo"], secret });

    const card =
      "---\nlicense: mit\nlanguage:\n- fr\npretty_name: # none yet\ntask_categories: []\n---\n# Corpus\n";
    await commitFiles(hub, repo, { "README.md": card });
    await hub.delivered(webhook.id, 1);
    expect(await hub.titles(repo)).toEqual(["Metadata review"]);
    const [first] = await hub.said(repo, 1);
    expect(first).toContain(
      "Please add to the metadata of README.md: `pretty_name`, `task_categories`, `size_categories`.",
    );
    expect(first).toContain("| `license` | yes |");

    await commitFiles(hub, repo, { "data.csv": "a\n" });
    await hub.delivered(webhook.id, 2);
    expect(await hub.said(repo, 1)).toHaveLength(1);

    const whole = card.replace("# none yet", "Corpus").replace("[]", "[translation]\nsize_categories: n<1K");
    await commitFiles(hub, repo, { "README.md": whole });
    await hub.delivered(webhook.id, 3);
    expect(await hub.titles(repo)).toEqual(["Metadata review"]);
    expect((await hub.said(repo, 1))[1]).toMatch(/^The card has all expected metadata\./);
  });
});

test("the handlers of the examples are exactly the three guides", async () => {
  const receiving = startReceive(["--handlers", examples]);
  await receiving.url();
  await vi.waitFor(() => {
    expect(receiving.routes()).toEqual(["discussion-bot", "metadata-review", "retrain"]);
  }, 15_000);
});
