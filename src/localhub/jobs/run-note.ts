import type { StoredJobSpec } from "../../store/job-records.ts";

/** Limitations of local runs; part of the status message of a run and of the first line of its log. */
export function localNote({ dockerImage, spaceId, flavor, unused }: StoredJobSpec): string {
  const image = dockerImage === null ? `the image of Space ${spaceId ?? ""}` : `image ${dockerImage}`;
  const others = ["volumes", "expose", "ssh", "network"].filter((name) => name in unused);
  const list = new Intl.ListFormat("en").format([image, `flavor ${flavor}`, ...others]);
  return `a process of this machine: ${list} are recorded and not used`;
}

/**
 * The Hub begins a log in the same words, and its Python client leaves out a line that begins so (huggingface_hub `fetch_job_logs`): a
 * script that reads the output of its Job there finds nothing else in it here.
 */
export function firstLine(spec: StoredJobSpec): string {
  return `===== Job started as ${localNote(spec)} =====`;
}
