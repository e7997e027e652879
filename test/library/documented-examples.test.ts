import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { hubProcess } from "../support/hub-process.ts";
import { libraryExamples, libraryPage } from "../support/library-examples.ts";
import { libraryHome, postJson, startLibraryScript } from "../support/library-script.ts";
import { testToken } from "../support/local-hub.ts";
import { startNode } from "../support/node-process.ts";
import { shippedPolicy } from "../support/policy/policy-folder.ts";
import { fullPayload } from "../support/sample-payload.ts";

const root = join(import.meta.dirname, "../..");

const tested = new Set<string>();

function example(heading: string): string {
  tested.add(heading);
  const code = libraryExamples.get(heading);
  if (code === undefined) throw new Error(`docs/library.md has no example under "${heading}"`);
  return code;
}

describe("the examples of docs/library.md run", () => {
  test("an endpoint by the name of its function", async () => {
    const script = startLibraryScript(example("A webhook in five lines"));
    const answer = await postJson(await script.webhookUrl("triggerTraining"), fullPayload());
    expect(await answer.json()).toEqual({ message: "ok" });
    await script.waitForLine(/^me\/corpus has changed$/);
    script.child.kill("SIGINT");
    expect((await script.ended).code).toBe(0);
    expect(libraryPage).toContain(script.said().replace(/127\.0\.0\.1:\d+/, "127.0.0.1:7860"));
  });

  test("what a handler gets and returns", async () => {
    const script = startLibraryScript(example("Handlers"));
    const url = await script.webhookUrl("comments");
    const comment = await postJson(url, fullPayload("discussion.comment", "create"));
    expect(await comment.json()).toEqual({ delivery: 1, length: "This adds an env key".length });
    const { comment: _, ...without } = fullPayload();
    const nothing = await postJson(url, without);
    expect({ status: nothing.status, text: await nothing.text() }).toEqual({ status: 200, text: "" });
    expect((await postJson(url, { event: {} })).status).toBe(422);
  });

  test("a key of the event, which is the same in its tries", async () => {
    const elsewhere = await httpTarget(always(200));
    const script = startLibraryScript(
      example("Effects that happen once").replace("https://example.org", elsewhere.url),
    );
    const url = await script.webhookUrl("charge");
    await postJson(url, {}, { "Webhook-Id": "msg_1" });
    await postJson(url, {});
    const keys = elsewhere.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["msg_1", "delivery-2"]);
  });

  test("a server, with a page and a call to another host", async () => {
    const elsewhere = await httpTarget(always(200));
    const code = example("A server").replace("https://example.org", elsewhere.url);
    const script = startLibraryScript(code);
    const training = await script.webhookUrl("trigger_training");
    const ping = await script.webhookUrl("ping");
    const { origin } = new URL(ping);
    await script.waitForLine(new RegExp(`^webhooks are at ${origin}$`));
    const headers = { "X-Webhook-Secret": "correct horse" };
    expect(await (await postJson(training, fullPayload(), headers)).json()).toEqual({ message: "started" });
    expect(elsewhere.seen[0]).toMatchObject({ path: "/train", body: JSON.stringify(fullPayload()) });
    expect(await (await postJson(ping, {}, headers)).text()).toBe("pong");
    expect((await postJson(ping, {})).status).toBe(401);
    expect(await (await fetch(origin)).text()).toContain("Training on demand");
  });

  test("two secrets, a custom page, and closing by hand", async () => {
    const script = startLibraryScript(example("A server, again"));
    const url = await script.webhookUrl("rotating");
    for (const secret of ["the new one", "the old one"]) {
      expect((await postJson(url, {}, { "X-Webhook-Secret": secret })).status).toBe(200);
    }
    const { origin } = new URL(url);
    const root = await fetch(origin);
    expect(root.status).toBe(404);
    expect(await root.text()).toMatch(/^nothing at http:\/\/127\.0\.0\.1:\d+\/$/);
    script.child.kill("SIGTERM");
    expect(await script.ended).toMatchObject({ code: 0, signal: null });
  });

  test("the webhooks of an account", async () => {
    const hub = await hubProcess(freshDataDir());
    const script = startLibraryScript(
      example("Webhooks of an account"),
      { HF_ENDPOINT: hub.endpoint, HF_TOKEN: testToken },
      { home: libraryHome() },
    );
    const { code, stdout, stderr } = await script.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^[0-9a-f]{24} https:\/\/example\.org\/webhooks\/trigger_training disabled\n$/);
    expect(await hub.client.listWebhooks()).toEqual([]);
  });

  test("policies", async () => {
    const home = libraryHome();
    const policy = shippedPolicy("healthcare").replace("quorum: 2-of-3", "quorum: 1-of-3");
    writeFileSync(join(home, "healthcare.yaml"), policy);
    const script = startLibraryScript(example("Policies"), {}, { home });
    const { code, stdout } = await script.ended;
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^healthcare\.yaml:\d+:11 warning: the quorum "1-of-3" is not a majority/),
      "covers 9 axes, at least 7",
      expect.stringMatching(/^weakened: .*2,?192.*400/),
      "receipt verified",
      "",
    ]);
  });

  test("and the compiler finds nothing wrong with them", { timeout: 120_000 }, async () => {
    const home = libraryHome();
    const names = [...libraryExamples.values()].map((code, index) => {
      writeFileSync(join(home, `example-${index}.mts`), code);
      return `example-${index}.mts`;
    });
    // A handler's payload is not `any`: a field that the Hub does not send is an error.
    const wrong =
      'import { webhookEndpoint } from "hooklens";\nwebhookEndpoint("/x", (payload) => payload.event.nothing.here);\n';
    writeFileSync(join(home, "wrong.mts"), wrong);
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        paths: { hooklens: [join(root, "src/index.ts")] },
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: [],
      files: [...names, "wrong.mts"],
    };
    writeFileSync(join(home, "tsconfig.json"), JSON.stringify(config));
    const checking = startNode([join(root, "node_modules/typescript/bin/tsc"), "-p", home], { home });
    const { stdout } = await checking.ended;
    expect(stdout.match(/^\S.*error.*$/gm)).toEqual([
      expect.stringMatching(/^wrong\.mts\(2,\d+\): error TS/),
    ]);
  });

  test("and there is no other", () => {
    expect([...libraryExamples.keys()].filter((heading) => !tested.has(heading))).toEqual([]);
  });
});
