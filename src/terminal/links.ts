import { clickableUrl } from "../text/page-url.ts";
import type { Visible } from "../text/visible.ts";
import { type Styled, styled } from "./style.ts";

/**
 * Returns text that opens an address on click (OSC 8); the text unchanged unless the address belongs to the Hub or
 * this machine. Serializing the parsed URL removes control characters.
 */
export function link(address: string, text: Visible): Visible | Styled {
  const url = clickableUrl(address);
  return url === null ? text : styled(`\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`);
}
