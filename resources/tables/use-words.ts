import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { files } from '#contract/files.ts'
import { thumbSuffixes } from '#contract/renditions.ts'
import type { Column } from '#contract/tables/columns.ts'
import { cellError } from '#contract/tables/formula.ts'
import { addressOf } from '#providers/address.ts'
import type { Words } from './show-value.ts'

const hasThumb = new Set(thumbSuffixes)
const NO_COLUMNS: readonly Column[] = []

/** The words with which cells are shown in the language of the reader. */
export function useWords(
  names: ReadonlyMap<string, string>,
  columns: readonly Column[] = NO_COLUMNS,
  spaceId?: string,
): Words {
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
      ...(spaceId && {
        pictureOf: (id, name) =>
          hasThumb.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
            ? addressOf(files.thumb, { spaceId, hash: id })
            : undefined,
      }),
    }),
    [names, columns, spaceId, t],
  )
}
