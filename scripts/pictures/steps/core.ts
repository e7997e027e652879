import type { Pictures } from "../pictures.ts";
import { leave } from "./moves.ts";

/** Pictures of the dialogs of the core, of toasts, and of a window that is too small. */
export const corePictures: readonly Pictures[] = [
  {
    of: "help",
    start: { data: "filled" },
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("?");
      await screen.waitFor("most used");
      yield "open";
      screen.press("ctrl+o");
      await screen.waitFor(/1 of \d{3}/);
      yield "all-keys";
      screen.type("replay");
      await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
      yield "filtered";
      screen.type("zzzz");
      await screen.waitFor("No matching commands");
      yield "without-match";
      await leave(screen, "No matching commands");
      screen.press("2", "?");
      await screen.waitFor("Filter deliveries");
      yield "on-deliveries";
    },
  },
  {
    of: "palette",
    start: { data: "filled" },
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press(":");
      await screen.waitFor("Create a webhook");
      yield "open";
      screen.type("del web");
      await screen.waitUntil((now) => !now.text().includes("Create a webhook"));
      yield "query";
      screen.type("zzzz");
      yield "without-match";
    },
  },
  {
    of: "confirm",
    start: { data: "filled" },
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("d");
      await screen.waitFor("Delete webhook");
      yield "delete-webhook";
      await leave(screen, "Delete webhook");
      screen.press("G", "d");
      await screen.waitFor("Delete webhook");
      yield "delete-hostile-webhook";
    },
  },
  {
    of: "copy",
    start: { data: "filled" },
    async *states({ screen }) {
      screen.press("2");
      await screen.waitFor(/≡ 1|duplicate of/);
      screen.press("y");
      await screen.waitFor("Copy");
      yield "hostile-delivery";
      await leave(screen, "Copy");
      screen.press("1");
      await screen.waitFor("/corpus");
      screen.press("y");
      await screen.waitFor("watched items");
      yield "webhook";
    },
  },
  {
    of: "columns",
    start: { data: "filled" },
    async *states({ screen }) {
      screen.press("2");
      await screen.waitFor(/≡ 1|duplicate of/);
      screen.press(",");
      await screen.waitFor(/✓ seq|seq: shown/);
      yield "open";
      screen.press("space");
      await screen.waitFor(/ seq:? +hidden/);
      yield "changed";
    },
  },
  {
    of: "sequence",
    start: { data: "filled" },
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("m");
      await screen.waitFor("Name the selected webhook");
      yield "more";
      await leave(screen, "Name the selected webhook");
      screen.press("g");
      await screen.waitFor("Set up the receiver");
      yield "go-to";
    },
  },
  {
    of: "toast",
    start: { data: "filled", config: { receiver: { open: true } } },
    async *states({ screen }) {
      await screen.waitFor("/corpus");
      screen.press("Z");
      await screen.waitFor("has no command");
      yield "short";
      screen.press("m", "o");
      await screen.waitFor("NGROK_AUTHTOKEN");
      yield "long-error";
    },
  },
  {
    of: "window",
    sizes: [
      [39, 24],
      [80, 9],
      [20, 5],
      [10, 3],
    ],
    async *states({ screen }) {
      await screen.waitFor("No webhooks yet");
      yield "too-small";
    },
  },
];
