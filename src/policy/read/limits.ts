/** A longer file is not read. Bytes of UTF-8. */
export const maxBytes = 10_000_000;

/** Objects and lists within one another, the outermost counted; aliases count as what they stand for. */
export const maxDepth = 100;

/** What the aliases of one document stand for, counted each time they are used: values, also those within others. */
export const maxAliasedValues = 100_000;
