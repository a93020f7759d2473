import { PlusOutlined } from '@ant-design/icons'
import { useInfiniteList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type RegistryEntry, RegistryKind } from '#contract/registries.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { formatList } from '../../src/widgets/format.ts'
import { Dash } from '../../src/widgets/Property.tsx'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { usePageSize } from '../../src/widgets/RecordMore.tsx'
import type { Column } from '../../src/widgets/RecordTable.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useLayerAddress } from '../../src/widgets/use-layer-address.ts'
import { FillButton } from './fill.tsx'
import { RegistryDrawer, type RegistryPanel } from './form.tsx'
import './registries.css'

/** The view of the list as stored in the address. */
const View = z.object({ kind: z.catch(RegistryKind, 'person'), q: z.catch(z.string(), '') })
type View = z.infer<typeof View>

/** The registries of the site, kind by kind, for administrators. */
export default function Registries() {
  const { t } = useTranslation()
  const { view, setView, clear } = useLayerAddress<View>(View)
  const [panel, setPanel] = useState<RegistryPanel | null>(null)
  const size = usePageSize()
  const { kind, q } = view
  const { query } = useInfiniteList<RegistryEntry>({
    resource: 'registries',
    pagination: { pageSize: size.value },
    filters: Object.entries({ kind, ...(q && { q }) }).map(([field, value]) => ({
      field,
      operator: 'eq' as const,
      value,
    })),
    queryOptions: { placeholderData: keepPreviousData },
  })
  const edit = (entry: RegistryEntry) => setPanel({ kind: entry.kind, entry })
  const columns = useColumns(edit)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setPanel({ kind })}>
      {t(`registries.add.${kind}`)}
    </Button>
  )
  const nothing = q ? (
    <Empty title={t('registries.noHit')}>
      <Button onClick={() => setView({ q: '' })}>{t('common.clear')}</Button>
    </Empty>
  ) : (
    <Empty title={t('registries.none')} hint={t('registries.noneHint')} />
  )
  return (
    <div className="registries-page">
      <FilterRow
        onClear={q ? clear : null}
        end={
          <>
            <FillButton />
            {add}
          </>
        }
      >
        <Segmented
          value={kind}
          onChange={(next) => setView({ kind: next })}
          options={RegistryKind.options.map((value) => ({ value, label: t(`registries.kinds.${value}`) }))}
        />
        <SearchField q={q} label={t('registries.search')} onSearch={(next) => setView({ q: next })} />
      </FilterRow>
      <RecordList
        query={query}
        label={t('registries.title')}
        rows={query.data?.pages.flatMap((page) => page.data) ?? []}
        keyOf={({ id }) => id}
        columns={columns}
        card={(entry) => (
          <div className="record-card">
            <OpenButton entry={entry} onEdit={edit} />
            <small>{[entry.otherName, entry.organisation, entry.identifier].filter(Boolean).join(' · ')}</small>
          </div>
        )}
        size={size}
        empty={nothing}
      />
      <RegistryDrawer panel={panel} onClose={() => setPanel(null)} />
    </div>
  )
}

type OpenProps = { entry: RegistryEntry; onEdit: (entry: RegistryEntry) => void }
const OpenButton = ({ entry, onEdit }: OpenProps) => (
  <Button type="link" className="records-open" onClick={() => onEdit(entry)} title={entry.name}>
    {entry.name}
  </Button>
)

function useColumns(onEdit: (entry: RegistryEntry) => void): Column<RegistryEntry>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'name',
      label: t('registries.name.label'),
      render: (entry) => {
        const others = [entry.otherName, ...entry.aliases].filter(Boolean)
        return (
          <span className="record-two">
            <OpenButton entry={entry} onEdit={onEdit} />
            {others.length > 0 && (
              <small>{t('registries.alsoCalled', { names: formatList(others, i18n.language) })}</small>
            )}
          </span>
        )
      },
    },
    {
      key: 'identifier',
      label: t('registries.identifier.label'),
      render: ({ identifier, funderId }) => identifier || funderId || <Dash />,
    },
    {
      key: 'organisation',
      label: t('registries.organisation.label'),
      render: ({ organisation }) => organisation || <Dash />,
    },
  ]
}
