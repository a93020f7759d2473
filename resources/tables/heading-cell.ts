import type { TFunction } from 'i18next'
import type { Column } from '#contract/tables/columns.ts'
import type { CellView } from '../../src/grid/types.ts'
import { shownAggregate } from './aggregate-text.ts'
import { showValue, type Words } from './show-value.ts'
import type { Groups } from './use-groups.ts'

type Wish = { groups: Groups | null; heading: number; column: Column; isFirst: boolean; words: Words; t: TFunction }

/** A cell of a group heading: the value and the number of rows first, aggregates in the other columns. */
export function headingCell({ groups, heading, column, isFirst, words, t }: Wish): CellView {
  const told = groups?.told[heading]
  if (!groups || !told) return { kind: 'heading', isOpen: isFirst ? true : null, text: '' }
  if (!isFirst) {
    const text = shownAggregate(column, told, words)
    return { kind: 'heading', isOpen: null, isRight: true, text }
  }
  const value = showValue(groups.column, groups.list[heading]?.value ?? null, undefined, words)
  const name = value.shown || value.text || t('tables.group.empty')
  const text = t('tables.group.heading', { name, count: told.count })
  const end = t('tables.group.count', { count: told.count })
  return { kind: 'heading', isOpen: !groups.isFolded(heading), text, shown: name, end }
}
