import type { HubClient } from "../../../hub/client.ts";
import { HubAnswerError } from "../../../hub/errors.ts";
import { type UpstreamBranch, upstreamText } from "../../../model/upstream.ts";
import { isUpstreamPolicy, upstreamLimits } from "../../../policy-files/upstream/compare-upstream.ts";
import type { DownloadedRevision } from "../../../policy-service/upstream-methods.ts";
import { count } from "../../../text/numbers.ts";

/** Number of downloads at a time. */
const parallel = 4;

/**
 * Downloads the policies of a branch's present revision. Omits other files and policies over the size limit.
 * @throws {HubError} the hub is unreachable, refuses, or has no such branch; or the revision exceeds the limits
 */
export async function downloadRevision(
  hub: Pick<HubClient, "readRevision" | "readRepoFile">,
  link: UpstreamBranch,
  nowMs: () => number,
): Promise<DownloadedRevision> {
  const { sha, files } = await hub.readRevision(link.repo, link.branch);
  const fetchedAtMs = nowMs();
  const policies = files.filter(({ path }) => isUpstreamPolicy(path));
  const isTooLarge = ({ bytes }: { readonly bytes: number | null }) =>
    (bytes ?? 0) > upstreamLimits.fileBytes;
  const wanted = policies.filter((file) => !isTooLarge(file));
  const tooMuch = (why: string) =>
    new HubAnswerError({
      what: `${upstreamText(link)} was not fetched`,
      why,
      hint: "Link a repo with fewer policies",
    });
  if (wanted.length > upstreamLimits.files) {
    const limit = count(upstreamLimits.files);
    throw tooMuch(`it has ${count(wanted.length)} policies, and at most ${limit} are fetched`);
  }
  const downloaded: { readonly path: string; readonly bytes: Uint8Array }[] = [];
  const queue = wanted.values();
  let total = 0;
  async function work(): Promise<void> {
    for (const { path } of queue) {
      const bytes = await hub.readRepoFile(link.repo, sha, path, upstreamLimits.fileBytes);
      total += bytes.length;
      if (total > upstreamLimits.bytes) {
        throw tooMuch(`its policies have more than ${count(upstreamLimits.bytes)} bytes`);
      }
      downloaded.push({ path, bytes });
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  return {
    sha,
    fetchedAtMs,
    files: downloaded,
    tooLarge: policies.filter(isTooLarge).map(({ path }) => path),
  };
}
