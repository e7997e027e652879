/** Payload with every field that the Hub is known to send; no single event has them all. */
export function fullPayload(scope = "repo.content", action = "update"): Record<string, unknown> {
  const owner = { id: "61d2000c3c2083e1c08af22d" };
  const web = "https://huggingface.co/datasets/me/corpus";
  const api = "https://huggingface.co/api/datasets/me/corpus";
  return {
    event: { action, scope },
    repo: {
      type: "dataset",
      name: "me/corpus",
      id: "621ffdd236468d709f18200e",
      private: false,
      owner,
      url: { web, api },
      headSha: "c379e821c9c95d613899e8c4343e4bfee2b0c600",
      subdomain: "me-corpus",
      tags: ["fr", "speech"],
    },
    webhook: { id: "6390e855e30d9209411de93b", version: 3 },
    discussion: {
      id: "639885d811ae2bad2b7ba461",
      num: 3,
      title: "Fix the licence",
      status: "draft",
      isPullRequest: true,
      author: owner,
      url: {
        web: `${web}/discussions/3`,
        api: `${api}/discussions/3`,
      },
      changes: { base: "refs/heads/main", mergeCommitId: null },
      pinned: false,
    },
    comment: {
      id: "6398872887bfcfb93a306f18",
      author: owner,
      hidden: false,
      content: "This adds an env key",
      url: { web: `${web}/discussions/3#6398872887bfcfb93a306f18` },
    },
    movedTo: { name: "acme/corpus", owner },
    updatedRefs: [
      { ref: "refs/heads/main", oldSha: "ce9a4674fa833a68d5a73ec355f0ea95eedd60b7", newSha: null },
      { ref: "refs/tags/v1", oldSha: null, newSha: "ce9a4674fa833a68d5a73ec355f0ea95eedd60b7" },
    ],
    updatedConfig: { private: true },
  };
}
