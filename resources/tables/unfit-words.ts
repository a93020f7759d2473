import type { TFunction } from 'i18next'
import type { Column } from '#contract/tables/columns.ts'
import type { BrokenRule } from './show-value.ts'

/** Characters of a text that a message about it repeats. */
const REPEATED = 80

const EXAMPLES = { number: '12.5', date: '2026-05-01', datetime: '2026-05-01 14:30' } as const

/** Says why a column refuses a text: a rule, or it is no value, and what one looks like where that is not obvious. */
export function unfitWords(
  t: TFunction,
  { name, type }: Pick<Column, 'name' | 'type'>,
  text: string,
  rule: BrokenRule | null = null,
): string {
  const values = { column: name, value: text.slice(0, REPEATED) }
  if (rule) {
    const why = t(`tables.broken.${rule}`)
    return text === '' ? why : t('tables.ruleRefuses', { ...values, rule: why })
  }
  return type === 'number' || type === 'date' || type === 'datetime'
    ? t(`tables.cellNeeds.${type}`, { ...values, example: EXAMPLES[type] })
    : t('tables.cellInvalid', values)
}
