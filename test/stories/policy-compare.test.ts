import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";
import type { Screen } from "../support/screen/screen.ts";

const { openPolicies, openPolicyFolder } = policyApps(sharedEngine());

const wide = { columns: 120, rows: 40 };
const healthcare = shippedPolicy("healthcare");

/** Weakens the retention and a mapping, strengthens another one, and removes a clause. */
function edited(): string {
  const retained = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
  const weighted = changed(retained, "weight: 0.6", "weight: 0.9");
  const lax = changed(
    weighted,
    "weight: 0.8\n        enforcement: mandatory\n      - axis: Λ9",
    "weight: 0.8\n        enforcement: informational\n      - axis: Λ9",
  );
  const start = lax.indexOf("  - clause_id: HIPAA-164.308a2\n");
  return lax.slice(0, start) + lax.slice(lax.indexOf("  - clause_id: HIPAA-164.308a7\n"));
}

/** Returns the changes in the pane below the matrix, without its border, marks and titles of sections. */
function shownChanges(screen: Screen): string {
  const rows = screen
    .text()
    .split("\n")
    .slice(screen.row(/\[Diff/) + 1);
  const below = rows.findIndex((row) => row.includes("── lines ─"));
  const lines = rows
    .slice(0, below === -1 ? undefined : below)
    .map((row) => /^[│┃][ ❯](.*?)[│┃]/.exec(row)?.[1] ?? "")
    .filter((row) => row.trim() !== "" && !row.startsWith("──") && !/^(since|against) /.test(row));
  return oneSpaced(lines.join(" "));
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

describe("the comparison of an open policy with HEAD", () => {
  it("says what policy diff says, and walks the changes with their cells", async () => {
    const { folder, write } = await gitPolicies({ "p.yaml": healthcare });
    const path = write("p.yaml", edited());
    const { screen } = await openPolicyFolder(folder, wide);
    screen.press("enter");
    await screen.waitFor("Diff 4");
    await screen.waitFor(/since HEAD {2}▼ 3 weaker {2}▲ 1 {2}= 0/);
    // It opens at the first cell that is weaker.
    await screen.waitFor(/^[│┃]❯ {2}524 Access.*\[▼█○\.8\]/);
    await screen.waitFor(/▼ HIPAA-164\.308a2 removed since HEAD · Assigned security responsibility/);
    screen.press("v");
    await screen.waitFor(/^[│┃]❯▼ weakened .*524: Λ1 \(Transparency\) mandatory → informational/);
    screen.press("[", "[");
    await screen.waitFor(/^[│┃]❯▲ strengthened {2}HIPAA-164\.308a1A: Λ8 \(Robustness\) weight 0\.6 → 0\.9/);
    await screen.waitFor(/^[│┃]❯.*308a1A.*\[▲█◐\.9\]/);
    screen.press("tab", "tab");
    await screen.waitFor("[Cell]");
    await screen.waitFor(/since HEAD +▲ strengthened {2}HIPAA-164\.308a1A: Λ8 \(Robustness\) weight 0\.6 →/);
    screen.press("v");
    await screen.waitFor("[Diff 4]");
    screen.press("]", "]");
    await screen.waitFor(/^[│┃]❯▼ weakened .*524: Λ1 \(Transparency\) mandatory → informational/);
    await screen.waitFor(/^[│┃]❯.*524.*\[▼█○\.8\]/);
    screen.press("j");
    await screen.waitFor(/^[│┃]❯▼ weakened .*receipt_retention_days 2192 → 400/);
    screen.press("[", "[");
    await screen.waitFor(/^[│┃]❯▼ weakened +clause removed: HIPAA-164\.308a2 "Assigned security/);
    // The change follows the matrix, and none is selected for a clause without one.
    screen.press("esc", "G");
    await screen.waitFor(/^[│┃]❯ +General /);
    await screen.waitFor(/^[│┃]❯▼ weakened .*receipt_retention_days 2192 → 400/);
    screen.press("k");
    await screen.waitFor(/^[│┃]❯ +HITECH-13402 /);
    await screen.waitUntil((now) => now.row(/^[│┃]❯[▼▲=] /) === -1 && now.text().includes("[Diff 4]"));
    const { stdout, code } = await runInProcess(["policy", "diff", path], { home: screen.home });
    expect(code).toBe(1);
    const [changes, counts = ""] = stdout.trim().split("\n\n");
    expect(shownChanges(screen)).toBe(oneSpaced(changes ?? ""));
    await screen.waitFor(`since HEAD  ${counts}`);
  });

  it("follows a commit and a save, and says in one line why there is nothing to compare", async () => {
    const { folder, write, save } = await gitPolicies({ "p.yaml": healthcare });
    write("p.yaml", edited());
    const { screen } = await openPolicyFolder(folder, wide);
    screen.press("enter", "v");
    await screen.waitFor("[Diff 4]");
    await save();
    await screen.waitFor("No changes since HEAD.");
    screen.press("]");
    await screen.waitFor("Nothing changed since HEAD");
    write("p.yaml", healthcare);
    await screen.waitFor("[Diff 4]");
    screen.press("esc", "esc");
    write("q.yaml", healthcare);
    await screen.waitFor("q.yaml");
    screen.press("/");
    screen.type("q.yaml");
    screen.press("enter", "enter");
    await screen.waitFor(/━ q\.yaml/);
    await screen.waitFor("[Cell]");
    screen.press("v");
    await screen.waitFor("This policy is new: HEAD does not have it.");
  });

  it("compares with a revision, another vertical and a file, each until the document is left", async () => {
    const { folder, write, git } = await gitPolicies({
      "p.yaml": healthcare,
      "q.yaml": shippedPolicy("energy"),
    });
    await git("tag", "v1");
    const path = write("p.yaml", edited());
    await git("commit", "--quiet", "--all", "--message", "Relax");
    const outside = join(policyFolder({ "old.yaml": healthcare }), "old.yaml");
    const { screen } = await openPolicyFolder(folder, wide);
    const diff = (...args: readonly string[]) =>
      runInProcess(["policy", "diff", ...args], { home: screen.home });
    screen.press("/");
    screen.type("p.yaml");
    screen.press("enter", "enter");
    await screen.waitFor("[Cell]");
    await screen.waitFor(/since HEAD {2}no changes/);

    screen.press("=");
    await screen.waitFor(/HEAD {2}the last commit/);
    await screen.waitFor(/v1 {2}\d{4}-\d\d-\d\d save/);
    screen.type("nowhere");
    screen.press("enter");
    await screen.waitFor("p.yaml cannot be compared with nowhere (the repository has no such");
    screen.press("ctrl+u");
    screen.type("v1");
    screen.press("enter");
    await screen.waitFor("since v1  4 changes: 3 weakened, 1 strengthened");
    await screen.waitFor(/^[│┃] {3}524 Access.*▼█○ \.8 /);
    await screen.waitFor("removed since v1");
    await screen.waitFor(/effective 2026-01-01 · since v1/);
    // A change that is tried is compared with the same version.
    screen.press("+");
    await screen.waitFor("HIPAA-164.308a1A: Λ8 (Robustness) weight 0.6 → 0.95");
    await screen.waitFor("since v1  4 changes");
    screen.press("u");
    await screen.waitFor("HIPAA-164.308a1A: Λ8 (Robustness) weight 0.6 → 0.9 ");
    const [sinceTag = ""] = (await diff(path, "--rev", "v1")).stdout.split("\n\n");
    expect(shownChanges(screen)).toBe(oneSpaced(sinceTag));

    screen.press("=");
    await screen.waitFor("Compare p.yaml");
    screen.type("q.y");
    await screen.waitUntil((now) => !now.text().includes("the last commit"));
    await screen.waitFor(/q\.yaml {2}NERC/);
    screen.press("down", "enter");
    await screen.waitFor("against q.yaml, by axis");
    await screen.waitFor("── axes ──");
    await screen.waitFor(/ ▼Λ\d+!? .* ▲Λ\d+!? /);
    screen.press("]");
    await screen.waitFor(/^[│┃]❯. \w+ +Λ\d+ \(\w+\) /);
    await screen.waitFor(/^[│┃]❯ .*\[[▲▼]?Λ\d+!?/);
    const byAxis = await diff(join(folder, "q.yaml"), path);
    expect(byAxis.stderr).toContain("compared by axis");
    expect(oneSpaced(byAxis.stdout)).toContain(shownChanges(screen));

    // Text that another program writes into the other policy is compared, too.
    write("q.yaml", healthcare);
    await screen.waitFor("against q.yaml  4 changes");
    await screen.waitFor("only in q.yaml");

    write("q.yaml", "vertical: [");
    await screen.waitFor(/Compared with q\.yaml by lines: q\.yaml has errors \(line 1: /);

    const compareWithOutside = async () => {
      screen.press("=");
      await screen.waitFor("Compare p.yaml");
      screen.type(outside);
      screen.press("enter");
      await screen.waitFor(/against \S+old\.yaml {2}4 changes/);
    };
    await compareWithOutside();
    // From another pane, the first key shows the changes, and the next one ends the comparison.
    screen.press("tab", "tab");
    await screen.waitFor("[Cell]");
    screen.press("v");
    await screen.waitFor("[Diff 4]");
    await screen.waitFor(/against \S+old\.yaml {2}4 changes/);
    screen.press("v");
    await screen.waitFor("No changes since HEAD.");
    expect(screen.text()).not.toContain("old.yaml");
    // Leaving the document ends it, too.
    await compareWithOutside();
    screen.press("esc", "esc");
    await screen.waitFor("[Policies]");
    await screen.waitUntil((now) => !now.text().includes("old.yaml"));
  });

  it("names the document by its place in the directory, and does not compare it with itself", async () => {
    const { folder, write } = await gitPolicies({ "eu/p.yaml": healthcare });
    write("us/p.yaml", healthcare);
    const { screen } = await openPolicyFolder(folder, wide);
    screen.press("/");
    screen.type("eu/p");
    screen.press("enter", "enter", "=");
    await screen.waitFor("Compare eu/p.yaml");
    for (const name of ["eu/p.yaml", join(folder, "eu", "p.yaml")]) {
      screen.type(name);
      screen.press("enter");
      await screen.waitFor("That is this document.");
      screen.press("ctrl+u");
      await screen.waitUntil((now) => !now.text().includes("That is this document."));
    }
    screen.type("us/p.yaml");
    screen.press("enter");
    await screen.waitFor("No changes against us/p.yaml");
  });

  it("says so without a repository", async () => {
    const { screen } = await openPolicies({ "p.yaml": healthcare }, wide);
    screen.press("enter", "v");
    await screen.waitFor("Not compared with HEAD: it is not in a git repository.");
  });
});
