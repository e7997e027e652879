import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { gitClient } from "../support/git-client.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openOn } = policyApps(mountAttached);

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");

/** Opens the app on a directory that is linked to `dataset:me/policies`, with a hub of its own. */
async function openLinked(folder: string, size = { columns: 120, rows: 40 }): Promise<OpenApp> {
  return openOn(null, {
    ...size,
    config: [{ dir: folder, repo: "dataset:me/policies" }],
  });
}

/** Creates the repo on the app's hub, with a webhook to its receiver. */
async function watchedRepo({ role, hub, receiver }: OpenApp) {
  const { url, token } = role("hub");
  const response = await fetch(`${url}/api/repos/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "policies", organization: null, type: "dataset" }),
  });
  expect(response.status).toBe(200);
  await hub.createWebhook({
    url: `${receiver}/webhooks/inbox`,
    watched: [{ type: "dataset", name: "me/policies" }],
    domains: [],
  });
  const { folder, git } = gitClient();
  const remote = `${url.replace("http://", `http://me:${token}@`)}/datasets/me/policies`;
  await git("init", "--quiet", "--initial-branch", "main");
  return async (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await git("add", ".");
    await git("commit", "--quiet", "--message", "Change policies");
    await git("push", "--quiet", "--force", remote, "main");
    return (await git("rev-parse", "HEAD")).slice(0, 7);
  };
}

it("lists upstream over no other screen, to which a key behind m u leads", async () => {
  const folder = policyFolder({ "p.yaml": healthcare });
  const app = await openLinked(folder);
  const { screen } = app;
  const push = await watchedRepo(app);
  await push({ "p.yaml": weaker });
  screen.press("3");
  await screen.waitFor(/· p\.yaml/);
  screen.send("mu1");
  await screen.waitFor(/1 document differs from upstream [0-9a-f]{7} · m u lists them/);
  await screen.waitFor("[1 Webhooks");
  expect(screen.text()).not.toContain("dataset:me/policies main at");
  screen.press("3", "m", "u");
  await screen.waitFor("dataset:me/policies main at");
});

it("says that upstream moved, fetches, compares, takes over and undoes", async () => {
  const folder = policyFolder({ "p.yaml": healthcare });
  const path = join(folder, "p.yaml");
  const app = await openLinked(folder);
  const { screen } = app;
  const push = await watchedRepo(app);
  screen.press("3");
  await screen.waitFor(/· p\.yaml/);
  const sha = await push({ "p.yaml": weaker, "n.yaml": healthcare, "notes.txt": "no policy" });
  await screen.waitFor(new RegExp(`upstream moved to ${sha} .*m u fetches`));
  screen.press("m", "u");
  await screen.waitFor("Upstream");
  await screen.waitFor(`dataset:me/policies main at ${sha}, fetched`);
  await screen.waitFor(/❯ ≠ differs +p\.yaml/);
  await screen.waitFor(/\+ new upstream +n\.yaml/);
  expect(screen.text()).not.toContain("notes.txt");
  expect(readFileSync(path, "utf8")).toBe(healthcare);
  screen.press("enter");
  await screen.waitFor("p.yaml: ours → upstream");
  await screen.waitFor(/▼ weakened +receipt_retention_days/);
  screen.press("a");
  await screen.waitFor("Take upstream's p.yaml?");
  await screen.waitFor("▼ 1 value weaker than in ours");
  await screen.waitFor("· receipt_retention_days 2192 → 400");
  expect(readFileSync(path, "utf8")).toBe(healthcare);
  screen.press("y");
  await screen.waitFor("Took upstream's p.yaml");
  expect(readFileSync(path, "utf8")).toBe(weaker);
  await screen.waitFor(/❯ \+ new upstream +n\.yaml/);
  screen.press("u");
  await screen.waitFor("Undone: take p.yaml from upstream");
  expect(readFileSync(path, "utf8")).toBe(healthcare);
  await screen.waitFor(/≠ differs +p\.yaml/);
  screen.press("g", "g", "o");
  await screen.waitFor(/✓ ours kept/);
  screen.press("esc");
  await screen.waitFor(/1 difference from upstream/);
  await screen.waitFor(/❯ · p\.yaml .*≠ differs/);

  // Kept until upstream changes it.
  await push({ "p.yaml": `${weaker}# again\n` });
  await screen.waitFor(/upstream moved to/);
  screen.press("m", "u");
  await screen.waitFor(/≠ differs +p\.yaml/);
});

it("fetches from an open document, and reports a repo that does not exist in one line", async () => {
  const folder = policyFolder({ "p.yaml": healthcare });
  const app = await openLinked(folder, { columns: 80, rows: 24 });
  const { screen } = app;
  screen.press("3");
  await screen.waitFor(/· p\.yaml/);
  screen.press("m", "u");
  await screen.waitFor(/could not read main of dataset:me\/policies/);
  const push = await watchedRepo(app);
  await push({ "p.yaml": weaker });
  screen.press("enter");
  await screen.waitFor("[Cell]");
  screen.press("m", "u");
  await screen.waitFor("p.yaml: ours → upstream");
  // A file that was saved meanwhile is not overwritten.
  writeFileSync(join(folder, "p.yaml"), `${healthcare}# mine\n`);
  screen.press("a");
  await screen.waitFor("Take upstream's p.yaml?");
  screen.press("y");
  await screen.waitFor("p.yaml was not written (it changed in");
  expect(readFileSync(join(folder, "p.yaml"), "utf8")).toBe(`${healthcare}# mine\n`);
});

it("is disabled, with the reason, in a directory without a link", async () => {
  const app = await openOn(policyFolder({ "p.yaml": healthcare }));
  app.screen.press("3");
  await app.screen.waitFor(/· p\.yaml/);
  app.screen.press("m", "u");
  await app.screen.waitFor(/No repo is linked/);
});
