import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { entriesOf, openAs } from "../support/policy/open-as.ts";
import { policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");

describe("keys behind e", () => {
  it("go to the editor or nowhere, and approve nothing", async () => {
    const folder = policyFolder({ "p.yaml": healthcare });
    const directory = freshDataDir("editor");
    mkdirSync(directory, { recursive: true });
    const editor = join(directory, "editor");
    const script = `echo run >> "$0.runs"\necho "edit $(grep -c run "$0.runs")"\nread -r line`;
    writeFileSync(editor, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const { screen } = await openAs("Ann Lee", folder, undefined, { EDITOR: editor });
    for (const [index, writes] of [["ea"], ["e", "a"], ["e", "aa", "a"]].entries()) {
      for (const keys of writes) screen.send(keys);
      await screen.waitFor(`edit ${index + 1}`);
      screen.send("\r");
      await screen.waitUntil((now) => now.alternate && now.text().includes("review"));
    }
    // The commands before this one are done.
    screen.press("j", "a");
    await screen.waitFor(/approved +1 of 13 /);
    expect(entriesOf(folder)).toMatchObject([{ kind: "approved", clauseId: "HIPAA-164.308a1D" }]);
  });
});
