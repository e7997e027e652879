import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeKey } from "../../../src/policy-files/keys.ts";
import { commitFiles } from "../../../test/support/hub-repo.ts";
import type { PicturedApp, Pictures } from "../pictures.ts";

/** Shows the Policies screen and selects a policy by its name. */
async function selectPolicy({ screen }: PicturedApp, name: string): Promise<void> {
  screen.press("3");
  await screen.waitFor("unreadable.yaml");
  await screen.waitFor("pharmaceutical.yaml");
  screen.press("/");
  screen.type(name);
  await screen.waitFor("1 of");
  screen.press("enter");
}

/** Keys from the selection to the axis that the first clause maps. */
const toMapped = ["g", "g", "l", "l", "l", "l", "l"];

/** Pictures of the Policies screen and its dialog. */
export const policyPictures: readonly Pictures[] = [
  {
    of: "policies",
    async *states(app) {
      const { screen } = app;
      screen.press("3");
      await screen.waitFor("unreadable.yaml");
      await screen.waitFor("pharmaceutical.yaml");
      yield "list";
      await selectPolicy(app, "clinic");
      yield "filtered";
      screen.press("enter");
      await screen.waitFor("[Findings");
      yield "findings";
      screen.press("]", "a");
      await screen.waitFor("Approve ");
      screen.press("y");
      await screen.waitFor("1 of 13 approved");
      screen.press("j", "i");
      await screen.waitFor("Flag ");
      screen.type("Nobody owns it.");
      screen.press("enter");
      await screen.waitUntil((now) => !now.text().includes("Flag "));
      screen.press("enter");
      await screen.waitFor("[Cell]");
      yield "cell";
      screen.press("tab", "tab");
      await screen.waitFor("[Source]");
      yield "source";
      screen.press("m", "g");
      await screen.waitFor(/▸ \d+ lines/);
      yield "folded";
      screen.press("v");
      await screen.waitFor("[Diff");
      yield "diff";
      screen.press("tab");
      await screen.waitFor("[Summary]");
      yield "summary";
    },
  },
  {
    of: "policies",
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "unreadable");
      screen.press("enter");
      await screen.waitFor("[Findings 1]");
      yield "unreadable";
      screen.press("esc", "esc");
      await screen.waitFor("pharmaceutical.yaml");
      await selectPolicy(app, "hostile");
      screen.press("enter");
      await screen.waitFor("[Findings 1]");
      yield "hostile";
      screen.press("esc", "esc");
      await screen.waitFor("pharmaceutical.yaml");
      screen.press("/");
      screen.type("zzz");
      await screen.waitFor("No policies match");
      yield "filter-without-match";
    },
  },
  {
    of: "policies",
    start: { policies: "none" },
    async *states({ screen }) {
      screen.press("3");
      await screen.waitFor("No policies yet");
      yield "empty";
    },
  },
  {
    of: "policies",
    start: { policies: "bundled" },
    async *states({ screen }) {
      screen.press("3");
      await screen.waitFor("pharmaceutical.yaml");
      yield "bundled";
    },
  },
  {
    of: "remark",
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "warned");
      screen.press("enter");
      await screen.waitFor("0 of 13 approved");
      screen.press("c");
      await screen.waitFor("Comment on");
      yield "empty";
      screen.type("Who reads these logs? ".repeat(12));
      await screen.waitFor("logs?");
      yield "long";
      screen.press("enter");
      await screen.waitUntil((now) => !now.text().includes("Comment on"));
      yield "saved";
    },
  },
  {
    of: "policy-compare",
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "warned");
      screen.press("enter");
      await screen.waitFor("0 of 13 approved");
      screen.press("=");
      await screen.waitFor("Compare warned");
      yield "open";
      screen.type("no-such-revision");
      screen.press("enter");
      await screen.waitFor("cannot be compared");
      yield "refused";
      screen.press("ctrl+u");
      screen.type("pharmaceutical.yaml");
      screen.press("enter");
      await screen.waitFor(/[1-9]\d* weakened/);
      yield "against";
    },
  },
  {
    of: "policies-compare",
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "warned");
      screen.press("=");
      await screen.waitFor("Compare all policies");
      yield "open";
      screen.type("no-such-revision");
      screen.press("enter");
      await screen.waitFor("cannot be compared");
      yield "refused";
    },
  },
  {
    of: "folder-changes",
    async *states(app) {
      const { screen, policies } = app;
      commitAll(policies);
      const path = join(policies, "financial.yaml");
      writeFileSync(
        path,
        readFileSync(path, "utf8").replaceAll("enforcement: mandatory", "enforcement: recommended"),
      );
      rmSync(join(policies, "energy.yaml"));
      await selectPolicy(app, "warned");
      screen.press("=");
      await screen.waitFor("Compare all policies");
      screen.type("HEAD");
      screen.press("enter");
      await screen.waitFor("Since HEAD");
      yield "changes";
    },
  },
  {
    of: "review-export",
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "warned");
      screen.press("enter");
      await screen.waitFor("0 of 13 approved");
      screen.press("x");
      await screen.waitFor("Export the review");
      yield "open";
      screen.press("tab", "ctrl+u");
      screen.type(`/dev/null/${"reports/".repeat(20)}review.md`);
      screen.press("enter");
      await screen.waitFor("✗ /dev/null");
      yield "refused";
    },
  },
  {
    of: "what-if",
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "warned");
      screen.press("enter");
      await screen.waitFor("0 of 13 approved");
      screen.press(...toMapped, "-");
      await screen.waitFor("what if:");
      yield "pending";
      screen.press("esc");
      await screen.waitFor("Keep the what-if");
      yield "leaving";
    },
  },
  {
    of: "seal",
    async *states(app) {
      await openSeal(app);
      yield "unsealed";
      await proposeSeal(app);
      yield "proposed";
    },
  },
  {
    of: "seal-history",
    async *states(app) {
      const { screen } = app;
      await openSeal(app);
      await proposeSeal(app);
      screen.press("enter", "y");
      await screen.waitFor("1 of 2 signatures");
      await screen.waitFor(/❯ +key here/);
      screen.press("enter", "y");
      await screen.waitFor(/Sealed healthcare/);
      screen.press("esc", "m", "v");
      await screen.waitFor("proof of");
      yield "sealed";
    },
  },
  ...(
    [
      ["what-if-menu", "What if:", null],
      ["what-if-value", "Weight of", "weight"],
      ["what-if-clause", "Full ref", "add"],
    ] as const
  ).map(([of, title, chosen]): Pictures => ({
    of,
    async *states(app) {
      const { screen } = app;
      await selectPolicy(app, "warned");
      screen.press("enter");
      await screen.waitFor("0 of 13 approved");
      screen.press(...toMapped, "t");
      await screen.waitFor("What if:");
      if (chosen !== null) {
        screen.type(chosen);
        screen.press("enter");
      }
      await screen.waitFor(title);
      yield "open";
    },
  })),
  ...(["upstream", "upstream-comparison"] as const).map((of): Pictures => ({
    of,
    async *states(app) {
      const { screen } = app;
      await pushPolicy(app);
      await selectPolicy(app, "warned");
      screen.press("m", "u");
      await screen.waitFor("new upstream");
      if (of === "upstream-comparison") {
        screen.press("enter");
        await screen.waitFor("ours → upstream");
      }
      yield "new";
    },
  })),
];

/** Opens the seal of a policy of which two signers have their keys here. */
async function openSeal(app: PicturedApp): Promise<void> {
  const { screen, policies } = app;
  // The config directory is beside the policies.
  const keys = join(dirname(policies), "hooklens", "keys");
  for (const node of ["privacy-officer", "security-officer"]) makeKey(keys, node, { replace: false });
  await selectPolicy(app, "healthcare");
  screen.press("enter");
  await screen.waitFor("0 of 13 approved");
  screen.press("m", "s");
  await screen.waitFor("Seal healthcare.yaml");
}

async function proposeSeal({ screen }: PicturedApp): Promise<void> {
  screen.press("c", "y");
  await screen.waitFor(/0 of 2 signatures/);
}

/** Makes a directory a git repository with one commit of all its files. */
function commitAll(folder: string): void {
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder, ...args]);
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@localhost", "commit", "--quiet", "--message", "save");
}

/** Commits a policy to the linked repo on the app's hub. */
async function pushPolicy({ role }: PicturedApp): Promise<void> {
  const { url, token } = role("hub");
  const call = (path: string, init: { method: string; body: string; headers: Record<string, string> }) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
  await call("/api/repos/create", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "policies", organization: null, type: "dataset" }),
  });
  await commitFiles({ call: call as never }, "/api/datasets/me/policies", {
    "upstream.yaml": "title: new\n",
  });
}
