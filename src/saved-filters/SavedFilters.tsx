import { DeleteOutlined, FilterOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type FilteredList, type SavedFilter, savedFilters } from '#contract/saved-filters.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { NotLoaded } from '../widgets/NotLoaded.tsx'
import { SaveFilter } from './SaveFilter.tsx'
import './saved-filters.css'

type Props = {
  list: FilteredList
  /** The parameters of the address that are filters of this list. */
  names: readonly string[]
}

/** The filters of an address in a fixed order, so that equal ones are equal texts. */
function queryOf(params: URLSearchParams, names: readonly string[]): string {
  const given = names.flatMap((name) => params.getAll(name).map((value) => [name, value]))
  return String(new URLSearchParams(given))
}

/** The caller’s saved filters of a list: applied to the address, saved from it, removed. */
export function SavedFilters({ list, names }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [params, setParams] = useSearchParams()
  const present = queryOf(params, names)
  const query = useQuery({
    queryKey: ['saved-filters', list],
    queryFn: () => call(savedFilters.list, { list }, { quiet: true }),
  })
  const saved = query.data ?? []
  const active = saved.find((one) => one.query === present)
  function apply(one: SavedFilter) {
    const next = new URLSearchParams(params)
    for (const name of names) next.delete(name)
    for (const [name, value] of new URLSearchParams(one.query)) next.append(name, value)
    setParams(next)
    setOpen(false)
  }
  const content = (
    <div className="saved-filters">
      {query.isError ? (
        <NotLoaded error={query.error} onRetry={query.refetch} isInline />
      ) : (
        <Rows list={list} saved={saved} active={active} onApply={apply} />
      )}
      {!active && present && <SaveFilter list={list} query={present} />}
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={content}
    >
      <Button icon={<FilterOutlined />} aria-haspopup="dialog" aria-expanded={isOpen}>
        {active?.name ?? t('savedFilters.title')}
      </Button>
    </Popover>
  )
}

type RowsProps = {
  list: FilteredList
  saved: readonly SavedFilter[]
  active: SavedFilter | undefined
  onApply: (one: SavedFilter) => void
}

function Rows({ list, saved, active, onApply }: RowsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { run, isBusy, problem } = useTask()
  const remove = ({ id }: SavedFilter) =>
    run(async () => {
      await call(savedFilters.remove, { id }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['saved-filters', list] })
    })
  if (!saved.length) return <p className="saved-filters-hint">{t('savedFilters.none')}</p>
  return (
    <>
      <ul>
        {saved.map((one) => (
          <li key={one.id}>
            <button type="button" aria-current={one === active} onClick={() => onApply(one)}>
              {one.name}
            </button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              disabled={isBusy}
              aria-label={t('savedFilters.remove', { name: one.name })}
              onClick={() => void remove(one)}
            />
          </li>
        ))}
      </ul>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
