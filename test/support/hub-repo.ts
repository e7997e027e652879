import { z } from "zod";
import type { TestHub } from "./local-hub.ts";

const committed = z.object({ commitOid: z.string(), pullRequestUrl: z.string().optional() });

/** Creates the model `me/<name>` and returns the URL of its API. */
export async function makeRepo({ call }: Pick<TestHub, "call">, name: string): Promise<string> {
  const answer = await call("/api/repos/create", {
    method: "POST",
    body: JSON.stringify({ name, organization: null }),
    headers: { "content-type": "application/json" },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return `/api/models/me/${name}`;
}

/** Commits files, as the Python client does. @param revision as it stands in the path, `refs%2Fpr%2F1` */
export async function commitFiles(
  { call }: Pick<TestHub, "call">,
  repo: string,
  files: Readonly<Record<string, string>>,
  { revision = "main", summary = "Change files", createPr = false } = {},
): Promise<z.output<typeof committed>> {
  const lines = [
    { key: "header", value: { summary, description: "" } },
    ...Object.entries(files).map(([path, content]) => ({
      key: "file",
      value: { path, encoding: "base64", content: Buffer.from(content).toString("base64") },
    })),
  ];
  const answer = await call(`${repo}/commit/${revision}${createPr ? "?create_pr=1" : ""}`, {
    method: "POST",
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    headers: { "content-type": "application/x-ndjson" },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return committed.parse(await answer.json());
}
