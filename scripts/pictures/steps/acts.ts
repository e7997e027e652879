import type { Pictures } from "../pictures.ts";
import { leave } from "./moves.ts";
import { onDeliveries } from "./on-screen.ts";

/** Pictures of the dialogs that act on a delivery. */
export const actPictures: readonly Pictures[] = [
  onDeliveries(
    "send-edited",
    async function* ({ screen }) {
      screen.press("j", "j", "j", "j", "j", "e");
      await screen.waitFor("Send edited delivery");
      yield "route";
      screen.press("right");
      await screen.waitFor("(•) a URL");
      yield "url";
      await leave(screen, "Send edited delivery");
    },
    { EDITOR: "sed -i s/private/secretly/" },
  ),
  onDeliveries("template", async function* ({ screen }) {
    screen.press("j", "j", "j", "j", "j", "m", "t");
    await screen.waitFor("as template");
    yield "new";
    await leave(screen, "as template");
  }),
  onDeliveries("open", async function* ({ screen }) {
    screen.press("j", "g", "o");
    await screen.waitFor("belongs to");
    yield "subjects";
    await leave(screen, "belongs to");
  }),
  onDeliveries("bookmark", async function* ({ screen }) {
    screen.press("j", "b");
    await screen.waitFor("Bookmark delivery");
    yield "new";
    screen.type("look at this one");
    screen.press("enter");
    await screen.waitFor("Bookmarked #");
    screen.press("b");
    await screen.waitFor("look at this one");
    yield "known";
    await leave(screen, "Bookmark delivery");
    yield "row";
  }),
];
