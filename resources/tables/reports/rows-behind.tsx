import { ZoomInOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartQuery } from '#contract/charts/definition.ts'
import { dataViews } from '#contract/data-views.ts'
import type { Look } from '#contract/queries/query.ts'
import { call } from '#providers/call.ts'
import { Loaded } from '../../../src/widgets/Loaded.tsx'
import { AnswerGrid, type ReadPart } from '../data-views/answer-grid.tsx'
import { AnswerStatus } from '../data-views/answer-status.tsx'

type Props = {
  spaceId: string
  title: string
  query: ChartQuery
  /** Shows them on the chart, in finer bins; absent when it can't. */
  onDrill?: (() => void) | undefined
  onClose: () => void
}

/** The rows behind a chart or one of its marks. */
export function RowsBehind({ spaceId, title, query, onDrill, onClose }: Props) {
  const { t } = useTranslation()
  const [look, setLook] = useState<Look>({ filter: [], sort: [] })
  const definition = useMemo(() => ({ query: { ...query, groups: [], measures: [], sort: [], limit: null } }), [query])
  const checked = useQuery({
    queryKey: ['reports', spaceId, 'columns', JSON.stringify(definition)],
    queryFn: () => call(dataViews.check, { spaceId, definition }, { quiet: true }),
    gcTime: 0,
  })
  const read: ReadPart = useCallback(
    (part, signal) => call(dataViews.answer, { spaceId, definition, ...look, ...part }, { quiet: true, signal }),
    [spaceId, definition, look],
  )
  return (
    <Drawer
      open
      title={t('reports.rowsOf', { name: title })}
      size="large"
      extra={
        onDrill && (
          <Button icon={<ZoomInOutlined />} onClick={onDrill}>
            {t('reports.filters.drillHere')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Loaded query={checked} rows={8}>
        {({ columns }) => (
          <section className="card-rows">
            <AnswerGrid
              key={JSON.stringify(look)}
              label={title}
              spaceId={spaceId}
              columns={columns}
              look={look}
              onLook={setLook}
              read={read}
              footer={(answered) => <AnswerStatus answered={answered} columns={columns.length} />}
            />
          </section>
        )}
      </Loaded>
    </Drawer>
  )
}
