import { expect, test } from "vitest";
import type { TunnelState } from "../../../src/screens/connection-state.ts";
import { setReceiver, needsTunnel } from "../../../src/screens/connection-state.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { initialState, after } from "../../support/app/state.ts";

const off: TunnelState = { kind: "off" };
const isOpen: TunnelState = { kind: "open", url: "https://a.ngrok.app", sinceMs: 0, endsAtMs: null };
const noSecret = "the receiver has no secret; set one";

test.each([
  ["with a secret", { secretSet: true, open: false }, off, ""],
  ["without one", { secretSet: false, open: false }, off, noSecret],
  ["without one, and everyone may send", { secretSet: false, open: true }, off, ""],
  ["open already, and to be closed", { secretSet: false, open: false }, isOpen, ""],
] as const)("why the tunnel of a receiver %s cannot be opened", (_, receiver, state, why) => {
  const tunnel = { choice: "ngrok", provider: "ngrok", state };
  const up = setReceiver({ link: { state: "up" }, tunnel, ...receiver });
  const said = needsTunnel(after(initialState({ columns: 80, rows: 24 }, someMomentMs), up));
  expect(said ?? "").toContain(why);
  expect(said === null).toBe(why === "");
});
