import { visible } from "../../text/visible.ts";

/**
 * Escapes untrusted text for one line or cell, so that it cannot add markup, links, HTML or cells. GitHub also
 * links addresses that begin with `www.`.
 */
export function markdown(text: string): string {
  return visible(text)
    .trimStart()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\\`*_{}[\]()#+!|~@:]/g, (character) => `\\${character}`)
    .replaceAll(/(?<=www)\./gi, "\\.")
    .replace(/^(\d*)([-.])/, "$1\\$2");
}
