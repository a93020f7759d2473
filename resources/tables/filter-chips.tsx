import { useTranslation } from 'react-i18next'
import type { Cell, Column } from '#contract/tables/columns.ts'
import { filterWords } from './filter-value.ts'
import type { AnyOperator, FilterBy } from './operators.ts'
import { useWords } from './use-words.ts'

type Props<Each extends AnyOperator> = {
  columns: readonly Column[]
  names: ReadonlyMap<string, string>
  filter: FilterBy<Each>
  onChange: (filter: FilterBy<Each>) => void
}

/** Each condition as a removable chip; alternatives are grouped. */
export function FilterChips<Each extends AnyOperator>({ columns: columnList, names, filter, onChange }: Props<Each>) {
  const { t } = useTranslation()
  const words = useWords(names)
  const columns = new Map(columnList.map((column) => [column.id, column]))
  const said = ({ column: id, operator, values }: FilterBy<AnyOperator>[number]['conditions'][number]) => {
    const column = columns.get(id)
    const wordsOf = (value: Cell) =>
      value === null ? t('tables.filter.empty') : column && filterWords(column, value, words)
    const texts = values.map((value) => wordsOf(value) ?? '')
    return `${column?.name ?? ''} ${t(`tables.operators.${operator}`)} ${texts.join(t('tables.comma'))}`.trim()
  }
  const chips = filter.flatMap(({ match, conditions }, group) =>
    match === 'all'
      ? conditions.map((condition, at) => ({
          text: said(condition),
          left: filter
            .with(group, { match, conditions: conditions.toSpliced(at, 1) })
            .filter((one) => one.conditions.length > 0),
        }))
      : [{ text: conditions.map(said).join(t('tables.filter.or')), left: filter.toSpliced(group, 1) }],
  )
  return chips.map(({ text, left }, at) => (
    <span key={at} className="view-chip" title={text}>
      <span>{text}</span>
      <button type="button" aria-label={t('tables.filter.removeChip', { text })} onClick={() => onChange(left)}>
        ×
      </button>
    </span>
  ))
}
