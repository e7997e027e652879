/** The version engines of tests say they are. */
export const engineTestVersion = "1.2.3-test";
