/**
 * Plugin of the bundler that leaves all languages but English out of zod: `@hono/zod-openapi` takes the whole namespace
 * of zod, whose 50 languages are two thirds of the local hub.
 */
export const englishZod = {
  name: "english-zod",
  load: (id: string): string | null =>
    id.endsWith("/zod/v4/locales/index.js") ? 'export { default as en } from "./en.js";' : null,
};
