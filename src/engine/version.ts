import manifest from "../../package.json" with { type: "json" };

/** Version of hooklens in package.json. */
export const version: string = manifest.version;
