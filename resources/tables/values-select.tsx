import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type GetRef, Select } from 'antd'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/tables/columns.ts'
import { LISTED_VALUES_MAX } from '#contract/tables/question.ts'
import { sentenceOf } from '#providers/failures.ts'
import { filterText, filterWords } from './filter-value.ts'
import type { OfferedValues } from './offered-values.ts'
import { isPickedOnly } from './operators.ts'
import { useWords } from './use-words.ts'

type Props = {
  column: Column
  /** Names of files and people by id; those of chosen values are added. */
  names: Map<string, string>
  /** The chosen values as texts; '' is an empty cell. */
  texts: readonly string[]
  /** The values of the cells, and what they depend on besides the text that they contain; null: only terms are offered. */
  offer: { place: readonly unknown[]; read: (q: string, signal: AbortSignal) => Promise<OfferedValues> } | null
  /** Shows the list at once. */
  isOpened: boolean
  onChange: (texts: string[]) => void
}
const POPUP_PX = 280
type Option = { value: string; label: string; count: number }
/** The entry that chooses everything that is listed: no value of a filter is this text. */
const ALL = '\u0000'

/** What was typed goes first where it is a value, then the others as they came. */
const withFirst = (options: readonly Option[], typed: string) => [
  ...options.filter(({ value }) => value === typed),
  ...options.filter(({ value }) => value !== typed),
]

/** Chooses values of a column among those that its cells have, or its terms; other values can be typed. */
export function ValuesSelect({ column, names, texts, offer, isOpened, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const [sought, setSought] = useState('')
  const [isOpen, setOpen] = useState(false)
  const field = useRef<GetRef<typeof Select>>(null)
  useEffect(() => {
    if (!isOpened) return
    field.current?.focus()
    setOpen(true)
  }, [isOpened])
  const isTruth = column.type === 'boolean'
  const q = useDeferredValue(isTruth ? '' : sought.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: [...(offer?.place ?? []), column.id, q],
    queryFn: offer ? ({ signal }) => offer.read(q, signal) : skipToken,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const known = useMemo(() => new Map([...names, ...Object.entries(data?.names ?? {})]), [names, data])
  const words = useWords(known)
  const wordOf = (text: string) => (text === '' ? t('tables.filter.empty') : text)
  const offered = (data?.values ?? []).map(({ value, count }): Option => {
    const text = value === null ? '' : filterText(column, value, words)
    return { value: text, label: value === null ? wordOf('') : filterWords(column, value, words), count }
  })
  const terms = column.options.filter((term) => term.toLowerCase().includes(q.toLowerCase()))
  const options = withFirst(
    [
      ...offered,
      ...terms.flatMap((term) =>
        offered.some(({ value }) => value === term) ? [] : [{ value: term, label: term, count: 0 }],
      ),
    ],
    sought.trim(),
  )
  const listed = isTruth ? options.filter(({ label }) => label.includes(sought.trim())) : options
  const isWhole = listed.every(({ value }) => texts.includes(value))
  const all: Option = {
    value: ALL,
    label: t(isWhole ? 'tables.filter.chooseNone' : 'tables.filter.chooseAll', { count: listed.length }),
    count: 0,
  }
  const entries = listed.length < 2 ? listed : sought ? [...listed, all] : [all, ...listed]
  function choose(next: string[]) {
    for (const text of next) {
      const name = data?.names[text]
      if (name !== undefined) names.set(text, name)
    }
    onChange(next)
  }
  function take(next: string[]) {
    setSought('')
    if (!next.includes(ALL)) return choose(next)
    const others = texts.filter((text) => !listed.some(({ value }) => value === text))
    choose(isWhole ? others : [...others, ...listed.map(({ value }) => value)].slice(0, LISTED_VALUES_MAX))
  }
  const labels = new Map(options.map(({ value, label }) => [value, label]))
  const isNamed = column.type === 'file' || column.type === 'person'
  const chosenWord = (text: string) =>
    labels.get(text) ?? (isNamed && text !== '' ? (known.get(text) ?? words.unseen) : wordOf(text))
  const number = new Intl.NumberFormat(i18n.language)
  const more = data?.more ?? 0
  const note = error
    ? sentenceOf(error)
    : offer
      ? more > 0 && t('tables.filter.moreValues', { count: more })
      : t('tables.filter.typedOnly')
  return (
    <Select<string[], Option>
      ref={field}
      mode={isPickedOnly(column) ? 'multiple' : 'tags'}
      aria-label={t('tables.filter.value')}
      className="values-select"
      allowClear
      maxTagCount={20}
      maxCount={LISTED_VALUES_MAX}
      popupMatchSelectWidth={POPUP_PX}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      // What is left in the field is taken as a value, unless it is dismissed.
      onKeyDown={({ key }) => key === 'Escape' && setSought('')}
      // Enter takes what was typed, but before anything is typed not everything.
      defaultActiveFirstOption={sought !== ''}
      showSearch={{ filterOption: false, searchValue: sought, onSearch: setSought }}
      loading={isFetching}
      value={[...texts]}
      options={entries}
      notFoundContent={note || (isFetching ? null : t('tables.filter.noValue'))}
      labelRender={({ value }) => chosenWord(String(value))}
      optionRender={({ data: { value, label, count } }) => (
        <span className={value === ALL ? 'value-option all' : 'value-option'}>
          <span>{label ?? value}</span>
          {count > 0 && <small>{number.format(count)}</small>}
        </span>
      )}
      popupRender={(menu) => (
        <>
          {menu}
          {note && entries.length > 0 && <p className="values-more">{note}</p>}
        </>
      )}
      onChange={take}
    />
  )
}
