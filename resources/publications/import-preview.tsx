import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftFields, fieldsOf, valuesOf } from '#contract/publications/draft.ts'
import type { TemplateDefinition } from '#contract/publications/template.ts'
import { formatList } from '../../src/widgets/format.ts'
import { usePlaceName } from './place-name.ts'
import type { Draft } from './use-draft.ts'

/** The result of reading: the fields, and what has no place in a draft. */
export type ReadFields = { fields: DraftFields; omitted: readonly string[] }
type Props = { draft: Draft; definition: TemplateDefinition; read: ReadFields; onBack: () => void; onDone: () => void }

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isEmpty)
  return typeof value === 'object' && Object.values(value).every(isEmpty)
}

/** The words of a value, for people to compare. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ')
  if (typeof value !== 'object' || value === null) return isEmpty(value) ? '' : String(value)
  const parts = value as Record<string, unknown>
  const name = parts.name ?? parts.title ?? parts.funder
  const identifier = parts.identifier ?? parts.orcid ?? parts.number
  if (typeof name === 'string') return [name, identifier].filter((one) => typeof one === 'string' && one).join(' · ')
  return Object.values(parts).map(wordsOf).filter(Boolean).join(' / ')
}

/** Takes new texts of each language and keeps texts that exist only in the draft. */
function merged(own: unknown, theirs: unknown): unknown {
  const isPair = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && 'zh' in value && 'en' in value
  if (!isPair(own) || !isPair(theirs)) return theirs
  return { zh: isEmpty(theirs.zh) ? own.zh : theirs.zh, en: isEmpty(theirs.en) ? own.en : theirs.en }
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Shows the imported values beside those of the draft; where both have a value, the user chooses. */
export function ImportPreview({ draft, definition, read, onBack, onDone }: Props) {
  const { t, i18n } = useTranslation()
  const nameOf = usePlaceName(definition)
  const own = valuesOf(draft.fields)
  const rows = [...valuesOf(read.fields)]
    .filter(([, value]) => !isEmpty(value))
    .map(([place, theirs]) => ({ place, own: own.get(place), value: merged(own.get(place), theirs) }))
    .filter((row) => !same(row.own, row.value))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter((row) => isEmpty(row.own)).map(({ place }) => place)),
  )
  const take = () => {
    const values = rows.filter(({ place }) => chosen.has(place)).map(({ place, value }) => [place, value] as const)
    const { extra, ...fields } = fieldsOf(new Map(values))
    draft.set(extra ? { ...fields, extra: { ...draft.fields.extra, ...extra } } : fields)
    onDone()
  }
  const toggle = (place: string, isIn: boolean) =>
    setChosen(new Set(isIn ? [...chosen, place] : [...chosen].filter((one) => one !== place)))
  return (
    <div className="import-sources">
      <p>{rows.length ? t('publications.import.choose') : t('publications.import.nothingNew')}</p>
      <ul className="import-rows">
        {rows.map((row) => (
          <li key={row.place}>
            <Checkbox checked={chosen.has(row.place)} onChange={(event) => toggle(row.place, event.target.checked)}>
              {nameOf(row.place)}
            </Checkbox>
            <span>{wordsOf(row.value)}</span>
            {!isEmpty(row.own) && <small>{t('publications.import.replaces', { value: wordsOf(row.own) })}</small>}
          </li>
        ))}
      </ul>
      {read.omitted.length > 0 && (
        <p>{t('publications.import.omitted', { names: formatList(read.omitted, i18n.language) })}</p>
      )}
      <div className="publication-actions">
        <Button onClick={onBack}>{t('publications.wizard.back')}</Button>
        <Button type="primary" disabled={chosen.size === 0} onClick={take}>
          {t('publications.import.take', { count: chosen.size })}
        </Button>
      </div>
    </div>
  )
}
