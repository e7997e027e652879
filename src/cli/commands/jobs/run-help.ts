/** Meaning of the argument `<id>`. */
export const idHelp = "ID of the run, or enough of it: 6390b or 6390…de93b";

/** Option of the commands about runs. */
export const namespaceOption = {
  "--namespace <name>": "account or organization of the run (default: yours)",
} as const;

/** Text after the options of `jobs` and `jobs run`. */
export const runHelp = `
On a hub that charges for Jobs, the command shows the price and asks first. Without a terminal it needs --yes.

Examples:
  hooklens jobs run -- python -c 'print("hello")'
  hooklens jobs logs $(hooklens jobs run --format quiet -- make test)
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch dataset:me/corpus`;
