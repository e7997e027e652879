/** Formats of a report, the default first. */
export const reportFormats = ["markdown", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];
