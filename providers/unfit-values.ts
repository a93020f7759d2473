import type { TFunction } from 'i18next'
import type { UnfitValues } from '#contract/table-files.ts'

/** What did not fit one column, in words, and its first values. */
type Unfit = { what: string; examples: string[] }

/** What of an import did not fit, as the result of its task tells it. */
export function unfitOf({ unfit }: Record<string, unknown>, t: TFunction): Unfit[] {
  const told = Array.isArray(unfit) ? (unfit as UnfitValues[]) : []
  return told.map(({ column, reason, count, examples }) => ({
    what: t('tableFiles.unfit.of', { column, count, why: t(`tableFiles.reasons.${reason}`) }),
    examples: examples.map(({ row, text }) =>
      row === null ? t('tableFiles.unfit.value', { text }) : t('tableFiles.unfit.at', { row, text }),
    ),
  }))
}
