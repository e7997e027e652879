import { fileURLToPath } from "node:url";

const here = import.meta.url;

/** The ten policies that come with hooklens, one for each vertical: beside dist/ in the package, beside src/ in its repository. */
export const shippedPolicies = fileURLToPath(
  new URL(here.endsWith(".ts") ? "../../fixtures/policies" : "../fixtures/policies", here),
);
