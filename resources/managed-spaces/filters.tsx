import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { managedSpaces } from '#contract/managed-spaces.ts'
import { SpaceStatus, SpaceType, spaces } from '#contract/spaces.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { SavedFilters } from '../../src/saved-filters/SavedFilters.tsx'
import { ColumnChooser } from '../../src/widgets/ColumnChooser.tsx'
import { DayField } from '../../src/widgets/DayField.tsx'
import { FilterRow } from '../../src/widgets/FilterRow.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { useCards } from '../../src/widgets/viewport.ts'
import { type Address, askedOf, sorts, type View } from './address.ts'
import { type ColumnKey, columnChoice } from './columns.tsx'

/** The initial order of a sort column: text ascending, numbers and times descending. */
export const firstOrder = (sort: string): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')

/** The parameters that a saved filter of this list stores. */
const NAMES = ['q', 'type', 'status', 'tag', 'from', 'to', 'isNearlyFull', 'ownerId', 'sort', 'order'] as const

type Props = {
  address: Address
  /** Tags of the spaces shown; tags of private spaces are offered nowhere else. */
  tags: string[]
  /** Actions on the list. */
  children: ReactNode
}

export function SpaceFilters({ address, tags, children }: Props) {
  const { t } = useTranslation()
  const areCards = useCards()
  const { view, setView } = address
  const isIdle = Object.keys(askedOf(view)).length === 0
  return (
    <FilterRow
      onClear={isIdle ? null : address.clear}
      end={
        <>
          <SavedFilters list="spaces" names={NAMES} />
          {children}
        </>
      }
    >
      <SearchField q={view.q} label={t('managedSpaces.filters.search')} onSearch={(q) => setView({ q })} />
      <Select
        value={view.type}
        onChange={(type) => setView({ type })}
        allowClear
        placeholder={t('managedSpaces.heads.type')}
        aria-label={t('managedSpaces.heads.type')}
        options={SpaceType.options.map((value) => ({ value, label: t(`home.types.${value}`) }))}
      />
      <Select
        value={view.status}
        onChange={(status) => setView({ status })}
        allowClear
        placeholder={t('managedSpaces.heads.status')}
        aria-label={t('managedSpaces.heads.status')}
        options={SpaceStatus.options.map((value) => ({ value, label: t(`spaces.statuses.${value}`) }))}
      />
      <TagSelect tag={view.tag} shown={tags} onChange={(tag) => setView({ tag })} />
      <DayField
        label={t('managedSpaces.filters.from')}
        day={view.from}
        max={view.to}
        onChange={(from) => setView({ from })}
      />
      <DayField
        label={t('managedSpaces.filters.to')}
        day={view.to}
        min={view.from}
        onChange={(to) => setView({ to })}
      />
      {areCards && (
        <Select
          value={view.sort}
          onChange={(sort) => setView({ sort, order: firstOrder(sort) })}
          aria-label={t('managedSpaces.filters.sort')}
          options={sorts.map((value) => ({ value, label: t(`home.sorts.${value}`) }))}
        />
      )}
      <Checkbox
        checked={view.isNearlyFull === 'true'}
        onChange={(event) => setView({ isNearlyFull: event.target.checked ? 'true' : undefined })}
      >
        {t('managedSpaces.filters.nearlyFull')}
      </Checkbox>
      {view.ownerId && (
        <Button onClick={() => setView({ ownerId: undefined })}>{t('managedSpaces.filters.ofOwner')} ×</Button>
      )}
    </FilterRow>
  )
}

type TagProps = { tag: string | undefined; shown: string[]; onChange: (tag: string | undefined) => void }

function TagSelect({ tag, shown, onChange }: TagProps) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery({
    queryKey: ['spaces', 'tags'],
    queryFn: () => call(spaces.tags, {}, { quiet: true }),
  })
  const tags = new Set([...(tag ? [tag] : []), ...known.map((one) => one.tag), ...shown])
  return (
    <Select
      value={tag}
      onChange={onChange}
      allowClear
      showSearch
      placeholder={t('spaces.tags.label')}
      aria-label={t('spaces.tags.label')}
      notFoundContent={t('spaces.tags.none')}
      options={[...tags].map((value) => ({ value, label: value }))}
    />
  )
}

type ToolProps = { view: View; shown: readonly ColumnKey[]; onChoose: (keys: readonly ColumnKey[]) => void }

/** Exports all pages of the filtered list as a file, and chooses the columns. */
export function ListTools({ view, shown, onChoose }: ToolProps) {
  const { t } = useTranslation()
  const areCards = useCards()
  return (
    <>
      <Button icon={<DownloadOutlined />} href={addressOf(managedSpaces.export, askedOf(view))} download>
        {t('managedSpaces.export')}
      </Button>
      {!areCards && (
        <ColumnChooser
          choosable={columnChoice.choosable}
          shown={shown}
          labelOf={(key) => t(`managedSpaces.heads.${key}`)}
          onChoose={onChoose}
        />
      )}
    </>
  )
}
