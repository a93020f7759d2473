import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Words } from './show-value.ts'

/** The words with which cells are shown in the language of the reader. */
export function useWords(names: ReadonlyMap<string, string>): Words {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      names,
      yes: t('tables.yes'),
      no: t('tables.no'),
      unseen: t('tables.unseen'),
      failed: (reason) => t('tables.failedFormula', { reason }),
      broken: (rule) => t(`tables.broken.${rule}`),
    }),
    [names, t],
  )
}
