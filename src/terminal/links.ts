import type { Visible } from "../text/visible.ts";
import { type Styled, styled } from "./style.ts";

/**
 * Text that opens an address when clicked (OSC 8), for addresses this program built. What is no http or https address stays text.
 * The address is written out anew from its parts, which leaves no control character in it.
 */
export function link(address: string, text: Visible): Visible | Styled {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return text;
  return styled(`\u001b]8;;${url.href}\u001b\\${text}\u001b]8;;\u001b\\`);
}
