import { contentPayload, post } from "../../../test/support/app/steps.ts";
import type { PicturedApp, Pictures, Start } from "../pictures.ts";
import { deadTarget } from "../servers.ts";
import { leave, loseEngine, runCommand } from "./moves.ts";
import { onDeliveries } from "./on-screen.ts";

const filled: Start = { data: "filled" };

async function filter({ screen }: PicturedApp, text: string, seen: string | RegExp): Promise<void> {
  screen.press("/");
  screen.type(text);
  await screen.waitFor(seen);
}

/** Returns from the detail to the list without a filter. */
async function leaveDetail({ screen }: PicturedApp): Promise<void> {
  // The words of the filter are searched in the detail.
  await leave(screen, "clear search");
  screen.press("esc");
  await screen.waitFor("┏━ Deliveries");
  screen.press("esc");
  await screen.waitFor("≡");
}

/** Pictures of the Deliveries screen and its dialogs. */
export const deliveryPictures: readonly Pictures[] = [
  onDeliveries("deliveries", async function* (app) {
    const { screen } = app;
    yield "following";
    screen.press("j");
    await screen.waitFor("paused");
    await post(app, contentPayload("me/meanwhile"));
    await screen.waitFor("new · f follows");
    yield "paused";
    screen.press("enter");
    await screen.waitFor(/\[Request\]|Request of/);
    yield "detail-request";
    screen.press("tab");
    await screen.waitFor("[Response");
    yield "detail-response";
    screen.press("tab");
    await screen.waitFor("[Headers");
    yield "detail-headers";
    screen.press("tab");
    await screen.waitFor("[Attempts");
    yield "detail-attempts";
    screen.press("tab");
    await screen.waitFor("[Raw");
    yield "detail-raw";
  }),
  onDeliveries("deliveries", async function* (app) {
    const { screen } = app;
    screen.press("/");
    await screen.waitFor(/ is: +state/);
    yield "filter-suggestions";
    screen.press("esc");
    await filter(app, "me/big", "1 of");
    yield "filter-typed";
    screen.press("enter", "enter");
    await screen.waitFor("item 1 of a big payload");
    yield "detail-big-payload";
    await leaveDetail(app);
    await filter(app, "evil", "1 of");
    screen.press("enter");
    yield "hostile-selected";
    screen.press("enter");
    await screen.waitFor(/\[Request\]|Request of/);
    yield "detail-hostile-payload";
    await leaveDetail(app);
    await filter(app, "stats:500", /✗ .*stats/);
    yield "filter-error";
    screen.press("ctrl+u");
    screen.type("nothing-like-this");
    await screen.waitFor("No deliveries match");
    yield "filter-without-match";
    screen.press("ctrl+u");
    screen.type("route:train");
    await screen.waitFor("CUDA");
    screen.press("enter", "enter", "tab");
    await screen.waitFor("[Response");
    yield "detail-failed-handler";
  }),
  onDeliveries("deliveries", async function* (app) {
    const { screen } = app;
    screen.press("n");
    await screen.waitFor("paused");
    yield "failure-selected";
    loseEngine(app);
    await screen.waitFor("lost");
    yield "engine-lost";
  }),
  {
    of: "deliveries",
    start: { policies: "bundled" },
    async *states({ screen }) {
      screen.press("2");
      await screen.waitFor("No deliveries yet");
      yield "empty";
    },
  },
  onDeliveries("sort", async function* ({ screen }) {
    screen.press("s");
    await screen.waitFor("Sort by");
    yield "chooser";
    screen.type("took");
    await screen.waitFor(/(❯|selected .*:) took/);
    yield "typed";
    screen.press("enter");
    await screen.waitFor(/took▲|by took, ascending/);
    yield "ascending";
    screen.press("s", "enter");
    await screen.waitFor(/took▼|by took, descending/);
    yield "descending";
  }),
  onDeliveries("histogram", async function* (app) {
    const { screen } = app;
    await screen.waitFor("p95");
    await filter(app, "since:1d", "of 2");
    screen.press("enter");
    yield "filter-of-a-day";
    screen.press("esc");
    await filter(app, "until:2020-01-01", "No deliveries match");
    await screen.waitFor("no deliveries");
    yield "empty-period";
    screen.press("esc");
    await screen.waitFor("≡");
    await screen.waitFor("p95");
    screen.press("G");
    await runCommand(screen, "Go to the previous peak");
    await screen.waitFor("No previous peak");
    yield "no-peak";
  }),
  {
    of: "comparison",
    start: filled,
    async *states(app) {
      const { screen } = app;
      await post(
        app,
        contentPayload("me/pushed", { updatedRefs: [{ ref: "refs/heads/main", newSha: "aaaa" }] }),
      );
      await post(
        app,
        contentPayload("me/pushed", { updatedRefs: [{ ref: "refs/heads/main", newSha: "bbbb" }] }),
      );
      screen.press("2");
      await screen.waitFor("me/pushed");
      screen.press("=");
      await screen.waitFor("1 changed");
      yield "paths";
      screen.press("tab");
      await screen.waitFor("@@");
      yield "text";
      await leave(screen, "@@");
      await post(app, JSON.stringify(contentPayload("me/same")));
      await post(app, JSON.stringify(contentPayload("me/same")));
      await screen.waitFor("me/same");
      screen.press("=");
      await screen.waitFor("identical");
      yield "identical";
    },
  },
  onDeliveries("replay", async function* ({ screen }) {
    screen.press("j", "r");
    await screen.waitFor("Replay delivery");
    yield "route";
    screen.press("right", "tab");
    screen.type("not a url");
    screen.press("enter");
    await screen.waitFor("✗");
    yield "error";
    await leave(screen, "Replay delivery");
    screen.press("r", "right", "tab");
    await screen.waitFor("(•) a URL");
    screen.type(deadTarget);
    screen.press("enter");
    await screen.waitFor("Replayed #");
    yield "refused";
  }),
  onDeliveries("work", async function* ({ screen }) {
    screen.press("j", "ctrl+a");
    await screen.waitFor("r replay");
    yield "marked";
    screen.press("r");
    await screen.waitFor("deliveries per second");
    yield "replay-form";
    screen.press("tab", "ctrl+u");
    screen.type("1");
    screen.press("enter");
    await screen.waitFor("g p progress");
    screen.press("g", "p");
    await screen.waitFor("d cancel it");
    yield "running";
    screen.press("d");
    await screen.waitFor("Canceled.");
    yield "canceled";
  }),
  onDeliveries("export", async function* ({ screen }) {
    screen.press("j", "x");
    await screen.waitFor("Export");
    yield "ndjson";
    screen.press("right");
    await screen.waitFor("deliveries.har");
    yield "har";
    screen.press("tab", "ctrl+u");
    screen.type("/dev/null/deliveries.har");
    screen.press("enter");
    await screen.waitFor("was not written");
    yield "not-written";
  }),
  onDeliveries("values", async function* ({ screen }) {
    screen.press("j", "!");
    await screen.waitFor("Hide deliveries like");
    yield "exclude";
  }),
  onDeliveries("filter-name", async function* (app) {
    const { screen } = app;
    await filter(app, "is:failed", "of");
    screen.press("enter", "ctrl+s");
    await screen.waitFor("Save the filter is:failed");
    yield "new";
  }),
  onDeliveries("causes", async function* ({ screen }) {
    screen.press("g", "c");
    await screen.waitFor(/last #\d+/);
    yield "failures";
  }),
  onDeliveries("saved-filters", async function* (app) {
    const { screen } = app;
    screen.press("'");
    await screen.waitFor("No filter is saved.");
    yield "none";
    screen.press("esc");
    await filter(app, "is:failed", "of");
    screen.press("enter", "ctrl+s");
    await screen.waitFor("Save the filter is:failed");
    screen.type("failed");
    screen.press("enter");
    await screen.waitFor("Saved the filter @failed");
    screen.press("'");
    await screen.waitFor(/1 failed +is:failed/);
    yield "one";
  }),
];
