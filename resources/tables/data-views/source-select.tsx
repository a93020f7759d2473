import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { TABLE_SUFFIXES } from '#contract/core/table-suffixes.ts'
import { dataViews } from '#contract/data-views.ts'
import { keyOfSource, type SourceRef } from '#contract/queries/query.ts'
import { search } from '#contract/search.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'

type Props = {
  spaceId: string
  /** The edited view, which can't be its own source. */
  viewId: string | null
  value?: SourceRef | undefined
  /** The name of the chosen source. */
  name?: string | undefined
  label: string
  onChange: (source: SourceRef) => void
}

/** Chooses a table, another view, a file or a folder of the space by its name. */
export function SourceSelect({ spaceId, viewId, value, name, label, onChange }: Props) {
  const { t } = useTranslation()
  const [q, setQ] = useState('')
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['dataViews', spaceId, 'sources', q],
    queryFn: async () => {
      const wish = { spaceId, size: LIST_MAX_SIZE, ...(q && { q }) }
      const named = { q, spaceId, in: 'name' as const, size: 20 }
      const [ofTables, ofViews, found, folders] = await Promise.all([
        call(tables.list, wish, { quiet: true }),
        call(dataViews.list, wish, { quiet: true }),
        q ? call(search.find, { ...named, kind: 'file', suffixes: TABLE_SUFFIXES.join(',') }, { quiet: true }) : null,
        q ? call(search.find, { ...named, kind: 'folder' }, { quiet: true }) : null,
      ])
      return {
        tables: ofTables.list,
        views: ofViews.list.filter(({ id }) => id !== viewId),
        files: found?.list.map(({ file: { hash, name: fileName } }) => ({ id: hash, name: fileName })) ?? [],
        folders:
          folders?.list.flatMap(({ file: folder }) => [
            { id: folder.hash, name: folder.name },
            { id: `${folder.hash}/`, name: t('dataViews.folder.nested', { name: folder.name }) },
          ]) ?? [],
      }
    },
    placeholderData: keepPreviousData,
  })
  // Until the answer is there, what was found before stays, narrowed to what matches: an option keeps its place.
  const isMeant = (text: string) => text.toLowerCase().includes(q.trim().toLowerCase())
  const option = (kind: 'table' | 'view' | 'file' | 'folder') => (one: { id: string; name: string }) => ({
    value: `${kind}:${one.id}`,
    label: one.name,
  })
  const groups = [
    { label: t('tables.title'), options: data?.tables.map(option('table')) ?? [] },
    { label: t('dataViews.title'), options: data?.views.map(option('view')) ?? [] },
    { label: t('dataViews.findFile'), options: data?.files.map(option('file')) ?? [] },
    { label: t('dataViews.findFolder'), options: data?.folders.map(option('folder')) ?? [] },
  ].filter(({ options }) => options.length > 0)
  const chosen = value && `${value.kind}:${keyOfSource(value)}`
  return (
    <Select<{ value: string; label: string }>
      aria-label={label}
      placeholder={label}
      showSearch={{
        filterOption: isPlaceholderData && ((_, one) => typeof one?.label === 'string' && isMeant(one.label)),
        onSearch: setQ,
      }}
      loading={isFetching}
      value={chosen === undefined ? null : { value: chosen, label: name ?? '' }}
      labelInValue
      options={groups}
      notFoundContent={isFetching ? null : t('dataViews.noSource')}
      onChange={({ value: next }) => {
        const [kind, id] = next.split(':')
        if (!id) return
        if (kind === 'file') onChange({ kind, hash: id })
        else if (kind === 'folder') onChange({ kind, hash: id.replace('/', ''), isNested: id.endsWith('/') })
        else if (kind === 'table' || kind === 'view') onChange({ kind, id })
      }}
    />
  )
}
