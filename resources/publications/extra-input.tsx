import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundsOf } from '#contract/core/form-rules.ts'
import { DATASET_LINE_MAX, DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import type { TemplateField } from '#contract/publications/template.ts'
import { publications } from '#contract/publications.ts'
import { RegistryKind, referenceText } from '#contract/registries.ts'
import { call } from '#providers/call.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { EntryList } from './entry-list.tsx'
import { aboutMatch, useRegistry } from './registry-field.tsx'
import type { FieldValues } from './use-draft.ts'

type Props = { draft: FieldValues; field: TemplateField; id: string; label: string }
type OneProps = {
  type: TemplateField['type']
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}

/** Types whose values are entered one per line. */
const LINES: readonly TemplateField['type'][] = ['text', 'number', 'url', 'doi', 'cstr']

/** The input of a field that a template adds. */
export function ExtraInput({ draft: { id: draftId, spaceId, fields, set }, field, id, label }: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language === 'en' ? 'en' : 'zh'
  const { key, type, options, multiply } = field
  const values = fields.extra?.[key] ?? []
  const write = (next: readonly string[]) => set({ extra: { ...fields.extra, [key]: [...next] } })
  const [first = ''] = values
  const isMany = boundsOf(multiply).max > 1
  if (type === 'image') return <Images draftId={draftId} id={id} isMany={isMany} values={values} onChange={write} />
  const kind = RegistryKind.safeParse(type).data
  if (kind) return <References kind={kind} spaceId={spaceId} id={id} isMany={isMany} values={values} onChange={write} />
  if (type === 'select') {
    const choices = options.map(({ value, title }) => ({ value, label: title[lang] || title.zh || value }))
    return isMany ? (
      <Select id={id} mode="multiple" value={[...values]} onChange={write} options={choices} />
    ) : (
      <Select
        id={id}
        allowClear
        value={first || null}
        onChange={(value) => write(value ? [value] : [])}
        options={choices}
      />
    )
  }
  if (type === 'tags' || (isMany && LINES.includes(type)))
    return (
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[';', '；']}
        value={[...values]}
        onChange={write}
      />
    )
  if (isMany)
    return (
      <EntryList
        entries={values.map((value) => ({ value }))}
        place={`extra.${key}`}
        name={label}
        adding={[{ label: t('publications.entries.add', { name: label }), make: () => ({ value: '' }) }]}
        onChange={(entries) => write(entries.map(({ value }) => value))}
      >
        {({ value }, change, at) => (
          <One
            type={type}
            id={`${id}-${at}`}
            label={`${label} ${at + 1}`}
            value={value}
            onChange={(next) => change({ value: next })}
          />
        )}
      </EntryList>
    )
  return <One type={type} id={id} label={label} value={first} onChange={(value) => write(value ? [value] : [])} />
}

type ImagesProps = {
  draftId: string
  id: string
  isMany: boolean
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}
/** Pictures among the chosen files, by their paths. */
function Images({ draftId, id, isMany, values, onChange }: ImagesProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['publications', 'images', draftId, q],
    queryFn: () => call(publications.images, { id: draftId, ...(q && { q }) }, { quiet: true, aside: true }),
    placeholderData: (previous) => previous,
    enabled: isAsked,
  })
  return (
    <Select
      id={id}
      mode="multiple"
      {...(!isMany && { maxCount: 1 })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onFocus={() => setAsked(true)}
      loading={isFetching}
      notFoundContent={t('publications.content.noImages')}
      value={[...values]}
      onChange={onChange}
      options={(data ?? []).map((path) => ({ value: path, label: path }))}
    />
  )
}

type ReferencesProps = {
  kind: RegistryKind
  spaceId: string | undefined
  id: string
  isMany: boolean
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}
/** People, organisations, projects or papers: typed, or chosen from the registry with their addresses. */
function References({ kind, spaceId, id, isMany, values, onChange }: ReferencesProps) {
  const [isAsked, setAsked] = useState(false)
  const { found, setTyped } = useRegistry(kind, spaceId, isAsked)
  return (
    <Select
      id={id}
      mode="tags"
      tokenSeparators={[';', '；']}
      {...(!isMany && { maxCount: 1 })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onFocus={() => setAsked(true)}
      value={[...values]}
      onChange={onChange}
      options={found.map((match) => ({
        value: referenceText(match),
        label: (
          <span className="registry-match">
            {match.name}
            <small>{aboutMatch(match)}</small>
          </span>
        ),
      }))}
      labelRender={({ value }) => value}
    />
  )
}

function One({ type, id, label, value, onChange }: OneProps) {
  if (type === 'date')
    return <DayField id={id} label={label} day={value || null} onChange={(day) => onChange(day ?? '')} />
  if (type === 'textarea')
    return (
      <Input.TextArea
        id={id}
        aria-label={label}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={DATASET_TEXT_MAX}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Input
      id={id}
      maxLength={DATASET_LINE_MAX}
      inputMode={type === 'number' ? 'decimal' : type === 'url' ? 'url' : 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
