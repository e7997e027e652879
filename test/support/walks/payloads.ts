import { syntheticPayload } from "../../../src/localhub/events/synthetic-payload.ts";

const webhook = { id: "6390b4d1c5a0f2e87b41de93", version: 3 };

/** POSTs a push to the branch `main` of a dataset. */
export async function postPush(
  receiver: string,
  route: string,
  name: string,
  { newSha, ...more }: { readonly newSha: string } & Readonly<Record<string, unknown>>,
): Promise<number> {
  const payload = syntheticPayload({
    scope: "repo.content",
    action: "update",
    repo: { type: "dataset", name },
    account: "me",
    endpoint: "https://huggingface.co",
  });
  const updatedRefs = [{ ref: "refs/heads/main", oldSha: "1".repeat(40), newSha }];
  const response = await fetch(`${receiver}/webhooks/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...payload, webhook, updatedRefs, ...more }),
  });
  await response.arrayBuffer();
  return response.status;
}
