import { expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";

it("opens offline, creates a webhook, triggers an event, and shows its delivery", async () => {
  const { screen, receiver } = await openApp();
  expect(screen.alternate).toBe(true);
  expect(screen.line(0)).toContain("●me");
  expect(screen.line(0)).toContain(`●:${new URL(receiver).port}`);
  await screen.waitFor("1. Press c, then Enter through the form.");
  // Searched in all output, since a message about a taken port may cover it.
  expect(screen.raw).toContain("Working on the embedded hub: no token was found");

  screen.press("c");
  await screen.waitFor("Create a webhook");
  // The URL of the app's own receiver is prefilled; the watched items are focused.
  await screen.waitFor(`URL       ${receiver}/webhooks/inbox`);
  expect(screen.line(screen.cursor.y)).toContain("❯ Watch");
  screen.type("dataset:me/corpus");
  screen.press("ctrl+s");
  await screen.waitFor(/✓ Test event arrived: #1 200/);
  expect(screen.row(/^[│┃]?❯ ● \S+ +here\S* ?\S*inbox +\S*corpus /)).toBe(3);
  expect(screen.line(0)).toContain("[1 Webhooks 1]");

  screen.press("t");
  await screen.waitFor("Trigger an event");
  expect(screen.row(/❯ Event +‹ repo\.content\.update ›/)).toBeGreaterThan(0);
  expect(screen.row(/Repo +dataset:me\/corpus/)).toBeGreaterThan(0);
  screen.press("enter");
  await screen.waitFor(/repo\.content update · arrived: #2 200 in [\d.]+ m?s · 2 shows deliveries/);

  screen.press("2");
  await screen.waitFor(
    /^[│┃]?❯ +2 \d\d:\d\d:\d\d ✓ 200 +inbox +(?:repo\.)?content update +(?:dataset|ds):me\/corpus main@[0-9a-f]/,
  );

  screen.press("enter");
  await screen.waitFor("#2 POST /webhooks/inbox");
  await screen.waitFor("[Request] Response Headers");
  await screen.waitFor(/\d{4}-\d\d-\d\d [\d:.]+ · secret ok · [\d,]+ bytes/);
  await screen.waitFor('"scope": "repo.content"');
  screen.press("tab", "tab");
  await screen.waitFor(/^│content-type: application\/json/i);

  screen.press("3");
  await screen.waitFor(/^[│┃] {2}· pharmaceutical\.yaml .* 8, needs 7/);
  await screen.waitFor(/^[│┃]?❯ · academic\.yaml/);
  screen.press("enter");
  await screen.waitFor(/Λ1! +Λ2! .*Λ10/);
  await screen.waitFor("Findings 0");

  screen.press("q");
  await screen.waitFor("10 policies");
  screen.press("q");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
});
