import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import { cellError } from '#contract/tables/formula.ts'
import type { Words } from './show-value.ts'

const NO_COLUMNS: readonly Column[] = []

/** The words with which cells are shown in the language of the reader. */
export function useWords(names: ReadonlyMap<string, string>, columns: readonly Column[] = NO_COLUMNS): Words {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      names,
      yes: t('tables.yes'),
      no: t('tables.no'),
      unseen: t('tables.unseen'),
      failed: (reason) => {
        const { kind, column } = cellError(reason)
        const name = columns.find(({ id }) => id === column)?.name ?? ''
        return t(`tableFormulas.errors.${kind}`, { column: name })
      },
      broken: (rule) => t(`tables.broken.${rule}`),
    }),
    [names, columns, t],
  )
}
