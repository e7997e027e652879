import { group } from "../../command-line/command-tree.ts";

const reviews = () => import("./review.ts");

const review = group("policy review", {
  description: "List and report the reviews of policies, and fail while a part is open",
  commands: {
    "ls <path...>": {
      summary: "List the review of each clause",
      load: async () => (await reviews()).ls,
    },
    "check <path...>": {
      summary: "Fail while a part is open",
      load: async () => (await reviews()).check,
    },
    "export <path>": {
      summary: "Report the review of a policy",
      load: async () => (await import("./review-export.ts")).exportCommand,
    },
  },
});

export const policy = group("policy", {
  description: "Check, show, compare, fix, review and seal policies, and verify their receipts",
  commands: {
    "check <path...>": {
      summary: "Check policies",
      load: async () => (await import("./check.ts")).check,
    },
    "show <path>": {
      summary: "Show a policy with its coverage",
      load: async () => (await import("./show.ts")).show,
    },
    "matrix <path>": {
      summary: "Show the matrix of clauses and axes",
      load: async () => (await import("./matrix.ts")).matrixCommand,
    },
    "diff <old> [new]": {
      summary: "Compare two versions of a policy",
      load: async () => (await import("./diff.ts")).diff,
    },
    new: {
      summary: "Create a policy to fill in",
      load: async () => (await import("./new.ts")).newCommand,
    },
    review: { summary: "List, check and report reviews", group: review },
    "fix <path...>": {
      summary: "Apply safe fixes",
      load: async () => (await import("./fix.ts")).fix,
    },
    "seal <path>": {
      summary: "Seal a policy with a receipt",
      load: async () => (await import("./seal.ts")).sealCommand,
    },
    "sign <proposal> [policy]": {
      summary: "Sign a proposed seal",
      load: async () => (await import("./sign.ts")).sign,
    },
    "verify <receipts> [policy]": {
      summary: "Verify receipts and their policy",
      load: async () => (await import("./verify.ts")).verifyCommand,
    },
    keygen: {
      summary: "Create a key to sign receipts with",
      load: async () => (await import("./keygen.ts")).keygen,
    },
  },
});
