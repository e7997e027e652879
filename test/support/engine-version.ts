/** Version of the engines in tests. */
export const engineTestVersion = "1.2.3-test";
