import { it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { showDeliveries } from "../support/app/steps.ts";

const size = { columns: 120, rows: 40 };

it("bookmarks a delivery with a note, finds it after a restart, and removes the bookmark", async () => {
  const first = await mountAttached(size);
  await showDeliveries(first, ["me/old", "me/odd", "me/new"]);
  first.screen.press("j", "b");
  await first.screen.waitFor("Bookmark delivery #2");
  first.screen.type("who sent this?");
  first.screen.press("enter");
  await first.screen.waitFor("Bookmarked #2");
  await first.screen.waitFor(/me\/odd.* ★/);
  await first.screen.waitFor("★ who sent this?");
  first.screen.press("q");
  await first.screen.exit;

  const { screen } = await mountApp({ ...size, env: { HOOKLENS_DATA_DIR: first.dataDir } });
  screen.press("2");
  await screen.waitFor(/me\/odd.* ★/);
  screen.press("/");
  screen.type("is:bookmarked");
  screen.press("enter");
  await screen.waitUntil((now) => !now.text().includes("me/new"));
  await screen.waitFor("★ who sent this?");
  screen.press("b");
  await screen.waitFor("Note      who sent this?");
  screen.type(" me");
  screen.press("enter");
  await screen.waitFor("★ who sent this? me");
  screen.press("b", "ctrl+x");
  await screen.waitFor("Removed the bookmark of #2");
  await screen.waitFor("No deliveries match");
});
