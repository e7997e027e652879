declare module "har-schema" {
  /** JSON schemas of HAR 1.2 by name. */
  const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  export default schemas;
}
