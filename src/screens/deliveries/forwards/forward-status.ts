import { type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sessionSlice } from "../../connection-state.ts";

/** Says in the status line that forwards are held or wait, and which key has their menu. */
export function forwardStatus(state: AppState, registry: Registry): readonly Span[] {
  const { forwardsHeld, forwardsWaiting } = sessionSlice.get(state).receiver;
  if (!forwardsHeld && forwardsWaiting === 0) return [];
  const waiting = forwardsWaiting === 0 ? v`` : v`${count(forwardsWaiting)} wait`;
  const held = forwardsHeld ? v`forwards held${waiting === "" ? v`` : v`, `}` : v`forwards: `;
  const key = keyOf(registry, "deliveries.forwards");
  return [span(v` · ${held}${waiting}, ${key} ${forwardsHeld ? "resumes" : "retries or drops"}`, "warn")];
}
