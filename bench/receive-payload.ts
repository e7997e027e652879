/** Secret that the servers of the receiver's benches accept. */
export const benchSecret = "a-secret-of-usual-length-7d0f";

/** ID of the comment in `payloadText`; the load replaces it by a new one for each delivery. */
export const commentId = "6398872887bfcfb93a306f18";

/** Payload as the Hub sends it for a comment on a pull request: about 1 kB, with most of its fields. */
export const payloadText = JSON.stringify({
  event: { action: "create", scope: "discussion.comment" },
  repo: {
    type: "dataset",
    name: "acme/clinical-notes",
    id: "621ffdc036468d709f17434d",
    private: false,
    url: {
      web: "https://huggingface.co/datasets/acme/clinical-notes",
      api: "https://huggingface.co/api/datasets/acme/clinical-notes",
    },
    owner: { id: "628b753283ef59b5be89e937" },
  },
  discussion: {
    id: "6399f58518721fdd27fc9ca9",
    title: "Update co2 emissions",
    url: {
      web: "https://huggingface.co/datasets/acme/clinical-notes/discussions/19",
      api: "https://huggingface.co/api/datasets/acme/clinical-notes/discussions/19",
    },
    status: "open",
    author: { id: "61d2f90c3c2083e1c08af22d" },
    num: 19,
    isPullRequest: true,
    changes: { base: "refs/heads/main" },
  },
  comment: {
    id: commentId,
    author: { id: "61d2f90c3c2083e1c08af22d" },
    content:
      "The splits of the test set overlap with those of train. Could the ids be deduplicated before the merge?",
    hidden: false,
    url: {
      web: "https://huggingface.co/datasets/acme/clinical-notes/discussions/19#6398872887bfcfb93a306f18",
    },
  },
  webhook: { id: "6390e855e30d9209411de93b", version: 3 },
});
