import type { ReviewReport } from "./review-report.ts";

/** Format of the report of a review. */
interface ReviewFormat {
  /** Name in the form of the app. */
  readonly label: string;
  /** End of the proposed path. */
  readonly extension: string;
  /** Formats a report. Loads its code on use, since help and form need only the names. */
  readonly text: (report: ReviewReport) => Promise<string>;
}

const formats = {
  markdown: {
    label: "Markdown",
    extension: ".md",
    text: async (report) => (await import("./review-markdown.ts")).reviewMarkdown(report),
  },
  html: {
    label: "HTML",
    extension: ".html",
    text: async (report) => (await import("./review-page.ts")).reviewPage(report),
  },
} as const satisfies Readonly<Record<string, ReviewFormat>>;

export type ReviewFormatName = keyof typeof formats;

/** Formats of the report of a review, in the order in which they are offered. */
export const reviewFormats: Readonly<Record<ReviewFormatName, ReviewFormat>> = formats;
export const reviewFormatNames = Object.keys(formats) as readonly ReviewFormatName[];
