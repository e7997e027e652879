import { postPush } from "./payloads.ts";
import type { Walk } from "./walk.ts";

export const comparePushes: Walk = {
  name: "walk-compare",
  title: "Compare what changed between two pushes",
  files: () => ({}),
  async play({ screen, receiver, show }) {
    screen.press("2");
    await screen.waitFor("No deliveries yet");
    await postPush(receiver, "inbox", "me/corpus", { newSha: "9a53552".padEnd(40, "0") });
    await postPush(receiver, "inbox", "me/images", { newSha: "77e1b02".padEnd(40, "0") });
    await postPush(receiver, "inbox", "me/corpus", { newSha: "d821d91".padEnd(40, "0") });
    await screen.waitFor("main@d821d");
    await show("Two pushes to one dataset, and one to another.", 2_500);
    screen.press("space");
    await screen.waitFor("1 marked");
    screen.press("j");
    await screen.waitFor(/❯.*main@9a535/);
    await show("Space marks the newer push.", 2_000);
    screen.press("=");
    await screen.waitFor(/9a53552.*d821d91/s);
    await show("= compares it with the selected one, by path.", 4_000);
  },
  result: /headSha|newSha/,
};
