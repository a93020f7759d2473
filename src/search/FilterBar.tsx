import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { PEOPLE_SEARCH, TAG_LENGTH_MAX } from '#contract/core/limits.ts'
import { metadata } from '#contract/metadata.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { clearing } from '../widgets/clearing.tsx'
import { DayField } from '../widgets/DayField.tsx'
import { PersonSelect } from '../widgets/PersonSelect.tsx'
import { type Filters, hasFilters, kindIds, sizeIds } from './filters.ts'

type Props = {
  /** All spaces of the person, when absent. */ space?: Space
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Filters the search results by type, size, date of change, author and tag. */
export function FilterBar({ space, filters, onChange }: Props) {
  const { t } = useTranslation()
  const { data: tags = [] } = useQuery({
    queryKey: ['tags', space?.id],
    queryFn: () => call(metadata.tags, { spaceId: space?.id ?? '' }, { quiet: true }),
    enabled: space !== undefined,
  })
  const set = (change: { [Name in keyof Filters]?: Filters[Name] | undefined }) =>
    onChange({ ...filters, ...change } as Filters)
  return (
    <div className="search-filters" role="group" aria-label={t('search.filters.label')}>
      <Select
        allowClear
        aria-label={t('search.filters.kind')}
        placeholder={t('search.filters.kind')}
        value={filters.kind ?? null}
        onChange={(kind) => set({ kind: kind ?? undefined })}
        options={kindIds.map((value) => ({ value, label: t(`search.filters.kinds.${value}`) }))}
      />
      <Select
        allowClear
        aria-label={t('search.filters.size')}
        placeholder={t('search.filters.size')}
        value={filters.size ?? null}
        onChange={(size) => set({ size: size ?? undefined })}
        options={sizeIds.map((value) => ({ value, label: t(`search.filters.sizes.${value}`) }))}
      />
      <DayField
        label={t('search.filters.from')}
        {...(filters.from && { day: filters.from })}
        {...(filters.to && { max: filters.to })}
        onChange={(from) => set({ from })}
      />
      <DayField
        label={t('search.filters.to')}
        {...(filters.to && { day: filters.to })}
        {...(filters.from && { min: filters.from })}
        onChange={(to) => set({ to })}
      />
      {space?.myRole && (
        <PersonSelect
          allowClear
          label={t('search.filters.author')}
          among={space.id}
          placeholder={t('search.filters.author')}
          without=""
          value={filters.authorId ?? null}
          onChange={(authorId) => set({ authorId: authorId ?? undefined })}
          find={async (q) =>
            (
              await call(spaces.members, { id: space.id, size: PEOPLE_SEARCH.max, ...(q && { q }) }, { quiet: true })
            ).list.map(({ personId, personName, emailAccounts }) => ({ id: personId, name: personName, emailAccounts }))
          }
        />
      )}
      {!space && (
        <Input
          allowClear={clearing}
          key={filters.tag ?? ''}
          aria-label={t('search.filters.tag')}
          placeholder={t('search.filters.tag')}
          maxLength={TAG_LENGTH_MAX}
          defaultValue={filters.tag ?? ''}
          onPressEnter={({ currentTarget }) => set({ tag: currentTarget.value.trim() || undefined })}
          onBlur={({ currentTarget }) => set({ tag: currentTarget.value.trim() || undefined })}
          onClear={() => set({ tag: undefined })}
        />
      )}
      {space && (tags.length > 0 || filters.tag) && (
        <Select
          allowClear
          showSearch
          aria-label={t('search.filters.tag')}
          placeholder={t('search.filters.tag')}
          value={filters.tag ?? null}
          onChange={(tag) => set({ tag: tag ?? undefined })}
          options={tags.map((value) => ({ value, label: value }))}
        />
      )}
      {hasFilters(filters) && (
        <Button type="text" onClick={() => onChange({})}>
          {t('search.filters.clear')}
        </Button>
      )}
    </div>
  )
}
