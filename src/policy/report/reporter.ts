/**
 * Writer of a report of policies for programs, file by file, so that memory does not grow with the number of files. The
 * report is the concatenation of the parts.
 */
export interface Reporter<Policy> {
  begin(): string;
  file(policy: Policy): string;
  end(): string;
}
