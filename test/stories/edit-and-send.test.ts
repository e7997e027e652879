import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, showDeliveries } from "../support/app/steps.ts";
import { httpTarget } from "../support/http-target.ts";
import { sedEditor } from "../support/sed-editor.ts";

it("keeps a broken edit, sends the corrected one, and marks its row as edited", async () => {
  const target = await httpTarget((_, response) => void response.writeHead(201).end());
  const editor = sedEditor();
  const app = await mountAttached({ columns: 120, rows: 40, env: { EDITOR: editor.command } });
  const { screen, dataDir } = app;
  await showDeliveries(app, ["me/corpus"]);

  // Without a change, nothing is asked and sent.
  editor.next("");
  screen.press("e");
  await screen.waitFor("#1 is unchanged; there is nothing to send");
  expect(screen.text()).not.toContain("Send edited delivery");

  editor.next('s/"private": false/"private": oops/');
  screen.press("e");
  await screen.waitFor(/Line \d+ of the edited #1 is not valid: "oops" instead of a value/);
  await screen.waitFor("e opens it again");
  const drafts = join(dataDir, "drafts");
  const draft = readdirSync(drafts).find((name) => name.endsWith(".http")) ?? "";
  expect(readFileSync(join(drafts, draft), "utf8")).toContain("oops");
  expect(statSync(join(drafts, draft)).mode & 0o777).toBe(0o600);

  // The same text is open again.
  editor.next("s/oops/true/; s|^content-type: .*|Content-Type: application/x-edited|");
  screen.press("e");
  await screen.waitFor("Send edited delivery #1");
  await screen.waitFor("You changed its payload and headers.");
  screen.press("right");
  await screen.waitFor("(•) a URL");
  screen.press("tab");
  screen.type(target.url);
  screen.press("enter");
  await screen.waitFor("Sent the edited #1 as #2: 201");
  await screen.waitFor("↻ 1 edited");
  expect(target.seen).toMatchObject([{ headers: { "content-type": "application/x-edited" } }]);
  const sent: unknown = JSON.parse(target.seen[0]?.body ?? "");
  const { repo, ...rest } = contentPayload("me/corpus");
  expect(sent).toEqual({ ...rest, repo: { ...(repo as object), private: true } });
  expect(existsSync(join(drafts, draft))).toBe(false);
  screen.press("enter");
  await screen.waitFor(/edit of +#1/);
});

it("continues an edit after the app was closed before it was sent", async () => {
  const editor = sedEditor();
  const first = await mountAttached({ columns: 120, rows: 40, env: { EDITOR: editor.command } });
  await showDeliveries(first, ["me/corpus"]);
  editor.next("s/me.corpus/me\\/kept/");
  first.screen.press("e");
  await first.screen.waitFor("Send edited delivery #1");
  first.screen.press("esc", "q");
  await first.screen.exit;
  const env = { EDITOR: editor.command, HOOKLENS_DATA_DIR: first.dataDir };
  const { screen } = await mountApp({ columns: 120, rows: 40, env });
  screen.press("2");
  await screen.waitFor(/❯.*me\/corpus/);
  editor.next("");
  screen.press("e");
  await screen.waitFor("You changed its payload.");
  screen.press("enter");
  await screen.waitFor("Sent the edited #1 as #2: 200");
  await screen.waitFor("me/kept");
});

it("refuses to edit a body that is not text", async () => {
  const app = await mountAttached({ columns: 120, rows: 40, env: { EDITOR: "true" } });
  const { screen, receiver } = app;
  await fetch(`${receiver}/webhooks/inbox`, { method: "POST", body: Buffer.from([0xff, 0xfe, 0]) });
  screen.press("2");
  await screen.waitFor(/❯.*400/);
  screen.press("e");
  await screen.waitFor(/delivery 1 cannot be edited \(its body is binary/i);
});
