import manifest from "../../package.json" with { type: "json" };

/** Of hooklens, as package.json says. */
export const version: string = manifest.version;
