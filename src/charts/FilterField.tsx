import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardFilter, Comparison } from '#contract/reports/board.ts'
import type { OfferedValues } from '#contract/reports/reading.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { sentenceOf } from '#providers/failures.ts'
import { DayField } from '../widgets/DayField.tsx'
import './filter-field.css'

type Props = {
  /** Key of the values of this filter in the cache. */
  place: string
  /** Requests values that contain a text. */
  offered: (typed: string) => Promise<OfferedValues>
  filter: Pick<BoardFilter, 'name' | 'type' | 'columns'>
  value: Comparison | null
  onChange: (value: Comparison | null) => void
}

/** A filter of a board, for the type of its columns. */
export function FilterField(props: Props) {
  const { filter } = props
  return (
    <span className="board-filter">
      <b>{filter.name}</b>
      <Control {...props} />
    </span>
  )
}

function Control(props: Props) {
  const { type } = props.filter
  if (type === 'number') return <NumberRange key={JSON.stringify(props.value)} {...props} />
  if (type === 'date' || type === 'datetime') return <DayRange {...props} />
  return <Values {...props} />
}

/** The distinct values of the first column that the reader may see. */
const useOffered = ({ place, filter: { columns }, offered }: Props, typed: string) =>
  useQuery({
    queryKey: ['reports', place, 'values', columns[0], typed],
    queryFn: () => offered(typed),
    placeholderData: keepPreviousData,
  })

/** Chooses among the values of the column. */
function Values(props: Props) {
  const { filter, value, onChange } = props
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const typed = useDeferredValue(sought.trim())
  const isText = filter.type === 'text' || filter.type === 'choice'
  const isOne = filter.type === 'boolean' || filter.type === 'file' || filter.type === 'person'
  const { data, error, isFetching } = useOffered(props, isText ? typed : '')
  const wordOf = (cell: Cell): string => {
    if (typeof cell === 'boolean') return t(cell ? 'tables.yes' : 'tables.no')
    const text = Array.isArray(cell) ? cell.join(t('tables.comma')) : String(cell ?? '')
    return data?.names[text] ?? text
  }
  const offered = (data?.values ?? []).filter((cell) => cell !== null)
  const chosen = (value?.values ?? []).map((cell) => JSON.stringify(cell))
  const options = offered.map((cell) => ({ value: JSON.stringify(cell), label: wordOf(cell) }))
  return (
    <Select<string[]>
      mode="multiple"
      {...(isOne && { maxCount: 1 })}
      className="board-filter-values"
      aria-label={filter.name}
      allowClear
      maxTagCount="responsive"
      placeholder={t('reports.filters.all')}
      popupMatchSelectWidth={240}
      value={chosen}
      loading={isFetching}
      showSearch={isText ? { filterOption: false, onSearch: setSought } : { optionFilterProp: 'label' }}
      notFoundContent={error ? sentenceOf(error) : t('reports.filters.noValue')}
      options={options}
      labelRender={({ value: text }) => wordOf(JSON.parse(String(text)) as Cell)}
      onChange={(texts) => {
        const values = texts.map((text) => JSON.parse(text) as Cell)
        onChange(values.length ? { operator: isOne ? 'is' : 'oneOf', values } : null)
      }}
    />
  )
}

/** A range with optional ends. */
const rangeOf = (least: string, greatest: string): Comparison | null => {
  if (least && greatest) return { operator: 'between', values: [least, greatest] }
  if (least) return { operator: 'greaterOrEqual', values: [least] }
  return greatest ? { operator: 'lessOrEqual', values: [greatest] } : null
}
const endsOf = (value: Comparison | null): [string, string] => {
  const [first = '', second = ''] = (value?.values ?? []).map(String)
  if (value?.operator === 'lessOrEqual') return ['', first]
  return value?.operator === 'between' ? [first, second] : [first, '']
}
const NUMBER = /^-?\d{1,30}(\.\d{1,30})?$/

function NumberRange({ filter, value, onChange }: Props) {
  const { t } = useTranslation()
  const ends = endsOf(value)
  const [typed, setTyped] = useState(ends)
  const isWrong = (text: string) => text !== '' && !NUMBER.test(text)
  const send = () => {
    const [least, greatest] = typed.map((text) => text.trim())
    if (least === undefined || greatest === undefined || isWrong(least) || isWrong(greatest)) return
    if (least !== ends[0] || greatest !== ends[1]) onChange(rangeOf(least, greatest))
  }
  return (
    <>
      {(['from', 'to'] as const).map((end, at) => (
        <Input
          key={end}
          className="board-filter-number"
          inputMode="decimal"
          aria-label={t(`reports.filters.${end}`, { name: filter.name })}
          placeholder={t(`reports.filters.${end}Short`)}
          status={isWrong(typed[at]?.trim() ?? '') ? 'error' : ''}
          value={typed[at]}
          onChange={({ target }) => setTyped(at ? [typed[0], target.value] : [target.value, typed[1]])}
          onBlur={send}
          onPressEnter={send}
        />
      ))}
    </>
  )
}

/** Days in the reader's time zone; the last one is included entirely. */
function DayRange({ filter, value, onChange }: Props) {
  const { t } = useTranslation()
  const isTime = filter.type === 'datetime'
  const dayOf = (text: string) => {
    if (!isTime || !text) return text
    const at = new Date(text)
    const two = (part: number) => String(part).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  }
  const momentOf = (day: string, isEnd: boolean) =>
    isTime && day ? new Date(`${day}T${isEnd ? '23:59:59.999' : '00:00:00.000'}`).toISOString() : day
  const [least, greatest] = endsOf(value).map(dayOf) as [string, string]
  const send = (from: string, to: string) => onChange(rangeOf(momentOf(from, false), momentOf(to, true)))
  return (
    <>
      <DayField
        label={t('reports.filters.from', { name: filter.name })}
        day={least || null}
        max={greatest}
        onChange={(day) => send(day ?? '', greatest)}
      />
      <DayField
        label={t('reports.filters.to', { name: filter.name })}
        day={greatest || null}
        min={least}
        onChange={(day) => send(least, day ?? '')}
      />
    </>
  )
}
