import type { TFunction } from 'i18next'

/** How many rows and columns a table has. */
export const sizeText = (t: TFunction, rows: number, columns: number): string =>
  t('preview.size', { rows: t('preview.rows', { count: rows }), columns: t('preview.columns', { count: columns }) })
