import { useQuery } from '@tanstack/react-query'
import { Input, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Space, SpaceScope, SpaceSort, SpaceType, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import type { SpaceView } from './use-list.ts'

type Props = {
  view: SpaceView
  setView: (change: Partial<SpaceView>) => void
  typed: string
  onType: (typed: string) => void
  /** Spaces on the page: their tags can be chosen too, those of private ones are told nowhere else. */
  shown: Space[]
}

/** Which spaces are shown, and in which order. */
export function ListFilters({ view, setView, typed, onType, shown }: Props) {
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
        options={SpaceScope.options.map((value) => ({ value, label: t(`spaces.${value}`) }))}
      />
      <Input.Search
        value={typed}
        onChange={(event) => onType(event.target.value)}
        allowClear
        maxLength={100}
        placeholder={t('spaces.searchPlaceholder')}
        aria-label={t('spaces.searchPlaceholder')}
      />
      <Select
        value={type}
        onChange={(next) => setView({ type: next })}
        allowClear
        placeholder={t('spaces.facts.type')}
        aria-label={t('spaces.facts.type')}
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
