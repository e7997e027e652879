import type { Pictures } from "../pictures.ts";

/** Pictures of the Messages screen. */
export const messagePictures: readonly Pictures[] = [
  {
    of: "messages",
    start: { data: "filled", config: { receiver: { open: true } } },
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("o");
      await screen.waitFor("disabled");
      screen.press("m", "o");
      await screen.waitFor("NGROK_AUTHTOKEN");
      screen.press("5");
      await screen.waitFor(/\[5 Messages\]|screen: Messages/);
      yield "list";
      screen.press("j", "enter");
      yield "detail";
      screen.press("esc");
      await screen.waitFor("Enter show");
      screen.press("/");
      screen.type("ngrok");
      await screen.waitFor("1 of");
      yield "filtered";
      screen.type("zzz");
      await screen.waitFor("No messages match");
      yield "filter-without-match";
    },
  },
];
