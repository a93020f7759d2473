import { Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '#contract/publications/draft.ts'
import { DATASET_LINE_MAX, DatasetDate, IdentifierScheme, Relation } from '#contract/publications/metadata.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { EntryField, EntryList } from './entry-list.tsx'
import type { Draft } from './use-draft.ts'

type Place = NonNullable<DraftFields['places']>[number]
const NOWHERE = { west: 0, south: 0, east: 0, north: 0 }
const SIDES = ['west', 'south', 'east', 'north'] as const

/** A line of text of an entry. */
function Line({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <EntryField label={label}>
      <Input maxLength={DATASET_LINE_MAX} value={value} onChange={(event) => onChange(event.target.value)} />
    </EntryField>
  )
}

export function Dates({ draft: { fields, set } }: { draft: Draft }) {
  const { t } = useTranslation()
  return (
    <EntryList
      entries={fields.dates ?? []}
      name={t('publications.dates.one')}
      adding={[{ label: t('publications.dates.add'), make: () => ({ kind: 'collected' as const, from: '', to: '' }) }]}
      onChange={(dates) => set({ dates })}
    >
      {({ kind, from, to }, change) => (
        <div className="entry-fields">
          <EntryField label={t('publications.dates.kind')}>
            <Select
              value={kind}
              onChange={(value) => change({ kind: value })}
              options={DatasetDate.shape.kind.options.map((value) => ({
                value,
                label: t(`publications.dates.kinds.${value}`),
              }))}
            />
          </EntryField>
          <DayField
            label={t('publications.dates.from')}
            day={from || null}
            onChange={(day) => change({ from: day ?? '' })}
          />
          <DayField label={t('publications.dates.to')} day={to || null} onChange={(day) => change({ to: day ?? '' })} />
        </div>
      )}
    </EntryList>
  )
}

export function Places({ draft: { fields, set } }: { draft: Draft }) {
  const { t } = useTranslation()
  return (
    <EntryList<Place>
      entries={fields.places ?? []}
      name={t('publications.places.one')}
      adding={[{ label: t('publications.places.add'), make: () => ({ name: '', box: NOWHERE }) }]}
      onChange={(places) => set({ places })}
    >
      {({ name, box }, change) => (
        <div className="entry-fields">
          <Line label={t('publications.places.name')} value={name} onChange={(value) => change({ name: value })} />
          {SIDES.map((side) => (
            <EntryField key={side} label={t(`publications.places.${side}`)}>
              <InputNumber
                min={side === 'west' || side === 'east' ? -180 : -90}
                max={side === 'west' || side === 'east' ? 180 : 90}
                value={box?.[side] ?? null}
                onChange={(value) => change({ box: { ...NOWHERE, ...box, [side]: value ?? 0 } })}
              />
            </EntryField>
          ))}
        </div>
      )}
    </EntryList>
  )
}

export function Fundings({ draft: { fields, set } }: { draft: Draft }) {
  const { t } = useTranslation()
  return (
    <EntryList
      entries={fields.funding ?? []}
      name={t('publications.funding.one')}
      adding={[
        { label: t('publications.funding.add'), make: () => ({ funder: '', funderRor: '', number: '', title: '' }) },
      ]}
      onChange={(funding) => set({ funding })}
    >
      {(entry, change) => (
        <div className="entry-fields">
          {(['funder', 'funderRor', 'number', 'title'] as const).map((key) => (
            <Line
              key={key}
              label={t(`publications.funding.${key}`)}
              value={entry[key]}
              onChange={(value) => change({ [key]: value })}
            />
          ))}
        </div>
      )}
    </EntryList>
  )
}

export function RelatedWorks({ draft: { fields, set } }: { draft: Draft }) {
  const { t } = useTranslation()
  const empty = { scheme: 'DOI' as const, identifier: '', relation: 'IsSupplementTo' as const, title: '' }
  return (
    <EntryList
      entries={fields.related ?? []}
      name={t('publications.related.one')}
      adding={[{ label: t('publications.related.add'), make: () => empty }]}
      onChange={(related) => set({ related })}
    >
      {(work, change) => (
        <div className="entry-fields">
          <EntryField label={t('publications.related.relation')}>
            <Select
              value={work.relation}
              onChange={(relation) => change({ relation })}
              options={Relation.options.map((value) => ({
                value,
                label: t(`publications.related.relations.${value}`),
              }))}
            />
          </EntryField>
          <EntryField label={t('publications.related.scheme')}>
            <Select
              value={work.scheme}
              onChange={(scheme) => change({ scheme })}
              options={IdentifierScheme.options.map((value) => ({ value, label: value }))}
            />
          </EntryField>
          <Line
            label={t('publications.related.identifier')}
            value={work.identifier}
            onChange={(identifier) => change({ identifier })}
          />
          <Line label={t('publications.related.title')} value={work.title} onChange={(title) => change({ title })} />
        </div>
      )}
    </EntryList>
  )
}
