import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { addWebhook, showDeliveries } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { entriesOf, policyApps } from "../support/policy/policy-apps.ts";
import { policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";
import type { Screen } from "../support/screen/screen.ts";

const { openPolicy } = policyApps(openApp);

/** Creates an editor for `EDITOR` that prints `edit 1` in its first run, and ends with Enter. */
function waitingEditor(): string {
  const directory = freshDataDir("editor");
  mkdirSync(directory, { recursive: true });
  const editor = join(directory, "editor");
  const script = `echo run >> "$0.runs"\necho "edit $(grep -c run "$0.runs")"\nread -r line`;
  writeFileSync(editor, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return editor;
}

/** Opens the editor with a key, sends another one right behind it in several ways, and leaves the editor each time. */
async function typeBehind(screen: Screen, opens: string, key: string, after: string): Promise<void> {
  const ways = [[opens + key], [opens, key], [opens, key + key, key]];
  for (const [index, writes] of ways.entries()) {
    for (const keys of writes) screen.send(keys);
    await screen.waitFor(`edit ${index + 1}`);
    screen.send("\r");
    await screen.waitUntil((now) => now.alternate && now.text().includes(after));
  }
}

describe("keys behind the key of the editor go to it or nowhere", () => {
  it("and approve no clause of a policy", async () => {
    const folder = policyFolder({ "p.yaml": shippedPolicy("healthcare") });
    const { screen } = await openPolicy(folder, {
      reviewer: "Ann Lee",
      env: { EDITOR: waitingEditor() },
    });
    await typeBehind(screen, "e", "a", "review");
    // The commands before this one are done.
    screen.press("j", "a");
    await screen.waitFor(/approved +1 of 13 /);
    expect(entriesOf(folder)).toMatchObject([{ kind: "approved", clauseId: "HIPAA-164.308a1D" }]);
  });

  it("and open no form over a delivery", async () => {
    const app = await openApp({ columns: 120, rows: 40, env: { EDITOR: waitingEditor() } });
    const { screen } = app;
    await showDeliveries(app, ["me/corpus"]);
    await typeBehind(screen, "e", "b", "#1 is unchanged");
    expect(screen.text()).not.toContain("Bookmark");
    screen.press("b");
    await screen.waitFor("Bookmark");
  });

  it("and open no form over a webhook", async () => {
    const app = await openApp({ columns: 120, rows: 40, env: { EDITOR: waitingEditor() } });
    const { screen } = app;
    const { id } = await addWebhook(app);
    await typeBehind(screen, "me", "c", `Nothing to change on webhook ${id}`);
    expect(screen.text()).not.toContain("Create a webhook");
    screen.press("c");
    await screen.waitFor("Create a webhook");
  });
});
