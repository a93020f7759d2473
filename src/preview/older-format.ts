import type { TFunction } from 'i18next'
import { isViewedBy } from '#contract/preview.ts'

/** Formats of Office before 2007, and what the same program saves today. */
const newer: Readonly<Record<string, string>> = { doc: 'docx', dot: 'docx', ppt: 'pptx', pps: 'pptx', pot: 'pptx' }

/** The suffix that a file of an older Office format can be saved as; else null. */
export const newerFormatOf = (suffix: string): string | null =>
  Object.hasOwn(newer, suffix) ? (newer[suffix] ?? null) : null

/** The hint which program opens a file that can't be previewed. */
export function unopenedHint(t: TFunction, suffix: string): string {
  const saved = newerFormatOf(suffix)
  if (saved) return t('preview.saveAs', { newer: saved })
  return isViewedBy('office', suffix) ? t('preview.needsOffice') : t('preview.notexistHint')
}
