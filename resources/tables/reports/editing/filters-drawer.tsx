import { DeleteOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
import { Button, Drawer, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { BOARD_FILTERS_MAX, REPORT_NAME_MAX } from '#contract/core/limits.ts'
import { dataViews } from '#contract/data-views.ts'
import type { SourceShape } from '#contract/queries/answer.ts'
import { idOf, type SourceRef, sourcesOf } from '#contract/queries/query.ts'
import type { Board, BoardFilter } from '#contract/reports/board.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { FilterField } from '../../../../src/charts/FilterField.tsx'
import { Empty } from '../../../../src/widgets/Empty.tsx'
import { type BoardContext, definitionOf } from '../board-context.ts'
import { offeredTo } from '../offered.ts'
import { newKey } from './arrange.ts'

type Props = {
  space: Space
  board: Board
  charts: BoardContext['charts']
  onChange: (board: Board) => void
  onClose: () => void
}

/** The sources that the charts of a board read, each once. */
function sourcesIn({ tabs }: Board, charts: BoardContext['charts']): SourceRef[] {
  const all = tabs.flatMap(({ cards }) =>
    cards.flatMap((card) => {
      const definition = definitionOf(card, charts)
      return definition ? sourcesOf(definition.query) : []
    }),
  )
  return [...new Map(all.map((source) => [idOf(source), source])).values()]
}

/** A column, and those of the same name and type in other sources: a filter concerns all of them. */
function alike(shapes: readonly SourceShape[], chosen: { source: SourceRef; name: string; type: string }) {
  return shapes.flatMap(({ source, columns }) =>
    columns
      .filter(({ name, type }) => name === chosen.name && type === chosen.type)
      .map(({ key }) => ({ source, column: key })),
  )
}

/** The filters of a board: which columns they concern, and what they are set to at first. */
export function FiltersDrawer({ space, board, charts, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const sources = sourcesIn(board, charts)
  const shapes = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['reports', space.id, 'source', idOf(source)],
      queryFn: () => call(dataViews.source, { spaceId: space.id, source }, { quiet: true }),
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const { filters } = board
  const set = (next: BoardFilter[]) => onChange({ ...board, filters: next })
  function add(text: string) {
    const [id, key] = JSON.parse(text) as [string, string]
    const shape = shapes.find(({ source }) => idOf(source) === id)
    const column = shape?.columns.find((one) => one.key === key)
    if (!shape || !column) return
    const { name, type } = column
    const columns = alike(shapes, { source: shape.source, name, type })
    set([...filters, { key: newKey(board, 'q'), name, type, columns, preset: null }])
  }
  const options = shapes.map(({ source, name, columns }) => ({
    label: name,
    options: columns.map((column) => ({ value: JSON.stringify([idOf(source), column.key]), label: column.name })),
  }))
  const replace = (at: number, over: Partial<BoardFilter>) =>
    set(filters.map((one, place) => (place === at ? { ...one, ...over } : one)))
  return (
    <Drawer open title={t('reports.filters.title')} size="large" onClose={onClose}>
      <Select<string>
        className="filter-add"
        aria-label={t('reports.filters.add')}
        placeholder={t('reports.filters.add')}
        disabled={filters.length >= BOARD_FILTERS_MAX}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('reports.filters.noColumns')}
        options={options}
        onChange={add}
      />
      {filters.length === 0 && <Empty title={t('reports.filters.none')} hint={t('reports.filters.noneHint')} />}
      <ul className="filter-list">
        {filters.map((filter, at) => (
          <li key={filter.key}>
            <div>
              <Input
                aria-label={t('reports.filters.name')}
                defaultValue={filter.name}
                maxLength={REPORT_NAME_MAX}
                onBlur={({ target }) => {
                  const name = target.value.trim()
                  if (name && name !== filter.name) replace(at, { name })
                }}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('reports.filters.remove', { name: filter.name })}
                onClick={() => set(filters.toSpliced(at, 1))}
              />
            </div>
            <small>
              {t('reports.filters.concerns', {
                names: filter.columns
                  .map(({ source }) => shapes.find((one) => idOf(one.source) === idOf(source))?.name)
                  .filter((name) => name !== undefined)
                  .join(t('tables.comma')),
              })}
            </small>
            <FilterField
              place={space.id}
              offered={(typed) => offeredTo(space.id, filter, typed)}
              filter={{ ...filter, name: t('reports.filters.preset') }}
              value={filter.preset}
              onChange={(preset) => replace(at, { preset })}
            />
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
