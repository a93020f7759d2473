import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Space, SpaceSort, SpaceType, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { SCOPES, type SpaceView } from './use-list.ts'

type Props = {
  view: SpaceView
  setView: (change: Partial<SpaceView>) => void
  /** Spaces on the page: their tags are offered too, because tags of private spaces are listed nowhere else. */
  shown: Space[]
}

/** The filters and the order of the list of spaces. */
export function ListFilters({ view, setView, shown }: Props) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery({
    queryKey: ['spaces', 'tags'],
    queryFn: () => call(spaces.tags, {}, { quiet: true }),
  })
  const { scope, type, tag, sort } = view
  const tags = new Set([...(tag ? [tag] : []), ...known.map((one) => one.tag), ...shown.flatMap((one) => one.tags)])
  return (
    <search className="space-filters">
      <Segmented
        value={scope}
        onChange={(next) => setView({ scope: next })}
        options={SCOPES.map((value) => ({ value, label: t(`spaces.${value}`) }))}
      />
      <SearchField q={view.q} label={t('spaces.searchPlaceholder')} onSearch={(q) => setView({ q })} />
      <Select
        value={type}
        onChange={(next) => setView({ type: next })}
        allowClear
        placeholder={t('spaces.properties.type')}
        aria-label={t('spaces.properties.type')}
        options={SpaceType.options.map((value) => ({ value, label: t(`home.types.${value}`) }))}
      />
      <Select
        value={tag}
        onChange={(next) => setView({ tag: next })}
        allowClear
        showSearch
        placeholder={t('spaces.tags.label')}
        aria-label={t('spaces.tags.label')}
        notFoundContent={t('spaces.tags.none')}
        options={[...tags].map((value) => ({ value, label: value }))}
      />
      <Select
        value={sort}
        onChange={(next) => setView({ sort: next })}
        aria-label={t('spaces.sortLabel')}
        options={SpaceSort.options.map((value) => ({ value, label: t(`home.sorts.${value}`) }))}
      />
    </search>
  )
}
