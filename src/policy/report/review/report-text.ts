import type { ReportFormat } from "./formats.ts";
import { reviewMarkdown } from "./review-markdown.ts";
import { reviewPage } from "./review-page.ts";
import type { ReviewReport } from "./review-report.ts";

const formats: Readonly<Record<ReportFormat, (report: ReviewReport) => string>> = {
  markdown: reviewMarkdown,
  html: reviewPage,
};

/** Formats a report. */
export function reportText(report: ReviewReport, format: ReportFormat): string {
  return formats[format](report);
}
