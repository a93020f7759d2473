/** Formats of Office before 2007 that no viewer reads, and what the same program saves today. */
const newer: Readonly<Record<string, string>> = { doc: 'docx', dot: 'docx', ppt: 'pptx', pps: 'pptx', pot: 'pptx' }

/** The suffix under which a file of an older Office format can be previewed once it is saved anew; else null. */
export const newerFormatOf = (suffix: string): string | null =>
  Object.hasOwn(newer, suffix) ? (newer[suffix] ?? null) : null
