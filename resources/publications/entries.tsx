import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DraftFields } from '#contract/publications/draft.ts'
import { DATASET_LINE_MAX, DatasetDate, IdentifierScheme, Relation } from '#contract/publications/metadata.ts'
import { paperScheme } from '#contract/registries.ts'
import { BoundedNumber } from '../../src/widgets/CheckedNumber.tsx'
import { DayField } from '../../src/widgets/DayField.tsx'
import { EntryField, EntryList } from './entry-list.tsx'
import { KeepButton, RegistryField } from './registry-field.tsx'
import type { FieldValues } from './use-draft.ts'

type Place = NonNullable<DraftFields['places']>[number]
const NOWHERE = { west: null, south: null, east: null, north: null }
const SIDES = ['west', 'south', 'east', 'north'] as const
type Sides = Record<(typeof SIDES)[number], number | null>
/** A box once all of its sides are filled in. */
function placed(sides: Sides): Pick<Place, 'box' | 'half'> {
  const { west, south, east, north } = sides
  const isWhole = west !== null && south !== null && east !== null && north !== null
  return isWhole ? { box: { west, south, east, north }, half: undefined } : { box: null, half: sides }
}
/** The greatest longitude and latitude. */
const DEGREES = { west: 180, south: 90, east: 180, north: 90 }

type LineProps = { label: string; part: string; value: string; onChange: (value: string) => void }
/** A line of text of an entry. */
function Line({ label, part, value, onChange }: LineProps) {
  return (
    <EntryField label={label} part={part}>
      <Input maxLength={DATASET_LINE_MAX} value={value} onChange={(event) => onChange(event.target.value)} />
    </EntryField>
  )
}

export function Dates({ draft: { fields, set } }: { draft: FieldValues }) {
  const { t } = useTranslation()
  return (
    <EntryList
      entries={fields.dates ?? []}
      place="dates"
      name={t('publications.dates.one')}
      adding={[{ label: t('publications.dates.add'), make: () => ({ kind: 'collected' as const, from: '', to: '' }) }]}
      onChange={(dates) => set({ dates })}
    >
      {({ kind, from, to }, change) => (
        <div className="entry-fields">
          <EntryField label={t('publications.dates.kind')} part="kind">
            <Select
              value={kind}
              onChange={(value) => change({ kind: value })}
              options={DatasetDate.shape.kind.options.map((value) => ({
                value,
                label: t(`publications.dates.kinds.${value}`),
              }))}
            />
          </EntryField>
          <EntryField label={t('publications.dates.from')} part="from" isLabelled>
            <DayField
              label={t('publications.dates.from')}
              day={from || null}
              onChange={(day) => change({ from: day ?? '' })}
            />
          </EntryField>
          <EntryField label={t('publications.dates.to')} part="to" isLabelled>
            <DayField
              label={t('publications.dates.to')}
              day={to || null}
              onChange={(day) => change({ to: day ?? '' })}
            />
          </EntryField>
        </div>
      )}
    </EntryList>
  )
}

export function Places({ draft: { fields, set } }: { draft: FieldValues }) {
  const { t } = useTranslation()
  return (
    <EntryList<Place>
      entries={fields.places ?? []}
      place="places"
      name={t('publications.places.one')}
      adding={[{ label: t('publications.places.add'), make: () => ({ name: '', box: null }) }]}
      onChange={(places) => set({ places })}
    >
      {({ name, box, half }, change) => (
        <div className="entry-fields">
          <Line
            label={t('publications.places.name')}
            part="name"
            value={name}
            onChange={(value) => change({ name: value })}
          />
          {SIDES.map((side) => (
            <EntryField key={side} label={t(`publications.places.${side}`)} part={`box.${side}`}>
              <BoundedNumber
                mayBeEmpty
                min={-DEGREES[side]}
                max={DEGREES[side]}
                value={(box ?? half)?.[side] ?? null}
                onChange={(value) => change(placed({ ...NOWHERE, ...(box ?? half), [side]: value }))}
              />
            </EntryField>
          ))}
        </div>
      )}
    </EntryList>
  )
}

type Funding = NonNullable<DraftFields['funding']>[number]
/** A project as an entry of the registry. */
const projectOf = ({ funder, funderRor, number, title }: Funding) => ({
  kind: 'project' as const,
  name: title || number,
  identifier: number,
  organisation: funder,
  organisationRor: funderRor,
})

export function Fundings({ draft: { spaceId, fields, set } }: { draft: FieldValues }) {
  const { t } = useTranslation()
  return (
    <EntryList<Funding>
      entries={fields.funding ?? []}
      place="funding"
      name={t('publications.funding.one')}
      adding={[
        {
          label: t('publications.funding.add'),
          make: () => ({ funder: '', funderRor: '', funderId: '', number: '', title: '' }),
        },
      ]}
      onChange={(funding) => set({ funding })}
    >
      {(entry, change) => (
        <div className="entry-fields">
          <EntryField label={t('publications.funding.title')} part="title">
            <RegistryField
              kind="project"
              spaceId={spaceId}
              value={entry.title}
              onChange={(title) => change({ title })}
              onPick={({ name, identifier, organisation, organisationRor }) =>
                change({
                  title: name,
                  number: identifier || entry.number,
                  ...(organisation && { funder: organisation, funderRor: organisationRor }),
                })
              }
            />
          </EntryField>
          <Line
            label={t('publications.funding.number')}
            part="number"
            value={entry.number}
            onChange={(number) => change({ number })}
          />
          <EntryField label={t('publications.funding.funder')} part="funder">
            <RegistryField
              kind="organisation"
              spaceId={spaceId}
              value={entry.funder}
              onChange={(funder) => change({ funder })}
              onPick={({ name, identifier, funderId }) =>
                change({ funder: name, funderRor: identifier || entry.funderRor, funderId: funderId || entry.funderId })
              }
            />
          </EntryField>
          <Line
            label={t('publications.funding.funderRor')}
            part="funderRor"
            value={entry.funderRor}
            onChange={(funderRor) => change({ funderRor })}
          />
          <Line
            label={t('publications.funding.funderId')}
            part="funderId"
            value={entry.funderId}
            onChange={(funderId) => change({ funderId })}
          />
          <KeepButton key={entry.title + entry.number} entry={projectOf(entry)} />
        </div>
      )}
    </EntryList>
  )
}

export function RelatedWorks({ draft: { spaceId, fields, set } }: { draft: FieldValues }) {
  const { t } = useTranslation()
  const empty = { scheme: 'DOI' as const, identifier: '', relation: 'IsSupplementTo' as const, title: '' }
  return (
    <EntryList
      entries={fields.related ?? []}
      place="related"
      name={t('publications.related.one')}
      adding={[{ label: t('publications.related.add'), make: () => empty }]}
      onChange={(related) => set({ related })}
    >
      {(work, change) => (
        <div className="entry-fields">
          <EntryField label={t('publications.related.relation')} part="relation">
            <Select
              value={work.relation}
              onChange={(relation) => change({ relation })}
              options={Relation.options.map((value) => ({
                value,
                label: t(`publications.related.relations.${value}`),
              }))}
            />
          </EntryField>
          <EntryField label={t('publications.related.scheme')} part="scheme">
            <Select
              value={work.scheme}
              onChange={(scheme) => change({ scheme })}
              options={IdentifierScheme.options.map((value) => ({ value, label: value }))}
            />
          </EntryField>
          <Line
            label={t('publications.related.identifier')}
            part="identifier"
            value={work.identifier}
            onChange={(identifier) => change({ identifier })}
          />
          <EntryField label={t('publications.related.title')} part="title">
            <RegistryField
              kind="paper"
              spaceId={spaceId}
              value={work.title}
              onChange={(title) => change({ title })}
              onPick={({ name, identifier }) => {
                const scheme = paperScheme(identifier)
                change({ title: name, ...(scheme && { scheme, identifier }) })
              }}
            />
          </EntryField>
          <KeepButton
            key={work.title + work.identifier}
            entry={{ kind: 'paper', name: work.title, identifier: paperScheme(work.identifier) ? work.identifier : '' }}
          />
        </div>
      )}
    </EntryList>
  )
}
