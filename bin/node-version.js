// Plain old JavaScript, like the other files here: an older Node must be able to read it and say what is missing.
import { existsSync } from "node:fs";

/** Refusal of the Node that runs this, as one line; null if it is new enough. */
export function refusedNode() {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) >= 24) return null;
  // `npm ci` in a clone on Linux installs a Node for it, which `npm start` runs.
  const own = existsSync(new URL("../node_modules/.bin/node", import.meta.url));
  const hint = own ? "Use npm start or node_modules/.bin/node, or install Node 24" : "Install Node 24";
  return `hooklens needs Node 24 or newer (this is ${node}). ${hint} from https://nodejs.org.`;
}
