import { ArrowLeftOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Checkbox, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DIRECTORY } from '#contract/core/directory.ts'
import type { ForeignItem } from '#contract/imports.ts'
import { byPages } from '#providers/by-pages.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'

type Page = { list: ForeignItem[]; next?: string | undefined }
type Step = { id: string; name: string }
type Props = {
  /** Query key of the listed source. */
  name: readonly string[]
  title: string
  look: (folder: string, after: string) => Promise<Page>
  /** Called with the items selected in a folder, whose id is '' at the top. */
  onSelect: (folder: string, ids: string[]) => void
  /** Called when everything is selected, if the top level is not fully listed yet. */
  onWhole?: () => void
}

const suffixOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Folders of another site: a click opens one, a checkbox selects one. */
export function ForeignList({ name, title, look, onSelect, onWhole }: Props) {
  const { t } = useTranslation()
  const [way, setWay] = useState<readonly Step[]>([])
  const [chosen, setChosen] = useState<readonly string[] | 'whole'>([])
  const folder = way.at(-1)?.id ?? ''
  const query = useInfiniteQuery({
    queryKey: ['foreign', ...name, folder],
    ...byPages(({ after = '' }) => look(folder, after)),
    retry: false,
    gcTime: 0,
  })
  const items = query.data?.pages.flatMap(({ list }) => list) ?? []
  const ids = items.map(({ id }) => id)
  const selected = chosen === 'whole' ? ids : chosen
  // Whether the head checkbox selects the folder itself, including items that are not listed yet.
  const isOne = Boolean(folder || onWhole)
  const isAll = items.length > 0 && (isOne ? chosen === 'whole' : selected.length === items.length)
  const select = (next: readonly string[], at = folder) => {
    setChosen(next)
    onSelect(at, [...next])
  }
  const selectAll = () => {
    if (!isOne) return select(ids)
    setChosen('whole')
    if (folder) onSelect(way.at(-2)?.id ?? '', [folder])
    else onWhole?.()
  }
  const go = (next: readonly Step[]) => {
    setWay(next)
    select([], next.at(-1)?.id ?? '')
  }
  return (
    <div className="foreign">
      <div className="foreign-head">
        {way.length > 0 && (
          <Button
            size="small"
            type="text"
            icon={<ArrowLeftOutlined />}
            aria-label={t('imports.up')}
            onClick={() => go(way.slice(0, -1))}
          />
        )}
        <Checkbox
          checked={isAll}
          indeterminate={selected.length > 0 && !isAll}
          disabled={!items.length}
          onChange={(event) => (event.target.checked ? selectAll() : select([]))}
        >
          {[title, ...way.map((step) => step.name)].join(' / ')}
        </Checkbox>
      </div>
      {query.isLoading && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
      {query.error && !items.length && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      {query.isSuccess && !items.length && <Empty title={t('imports.empty')} />}
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox
              checked={selected.includes(item.id)}
              aria-label={item.name}
              onChange={(event) =>
                select(event.target.checked ? [...selected, item.id] : selected.filter((id) => id !== item.id))
              }
            />
            <FileIcon suffix={suffixOf(item.name)} mime={item.isFolder ? DIRECTORY : ''} />
            {item.isFolder ? (
              <Button type="link" size="small" onClick={() => go([...way, { id: item.id, name: item.name }])}>
                {item.name}
              </Button>
            ) : (
              <span className="foreign-name">{item.name}</span>
            )}
            {!item.isFolder && <span className="num soft">{formatBytes(item.size)}</span>}
          </li>
        ))}
      </ul>
      <MoreButton query={query} label={t('imports.more')} />
    </div>
  )
}
