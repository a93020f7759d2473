import { EditOutlined, FullscreenOutlined, MoreOutlined, PrinterOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Tooltip } from 'antd'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { boardOf, type ReportDetails } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { type SavedBoard, useBoardFiles } from '../../../src/charts/saving/use-board-files.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { type BoardAddress, reportsPath } from './address.ts'
import { askedBy, type BoardContext, definitionOf, titleOf } from './board-context.ts'
import { BoardTabs } from './board-tabs.tsx'
import { BoardView } from './board-view.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useReportMenu } from './menu.tsx'
import { narrowingsOf } from './narrowing.ts'
import { ReportHead } from './report-head.tsx'
import { stateOf } from './report-state.ts'
import { EditedChartOf } from './saved-chart.tsx'
import { answerOf } from './use-answer.ts'
import { usePicking } from './use-picking.tsx'
import { usePresenting } from './use-presenting.ts'

type Props = { space: Space; report: ReportDetails; address: BoardAddress }

/** A report as its readers see it; while nothing is published, editors see the draft. */
export function BoardPage({ space, report, address }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const content = report.kind === 'chart' ? (report.draft ?? report.published) : (report.published ?? report.draft)
  const board = useMemo(() => (content ? boardOf(content) : null), [content])
  const { menu, layers, mayEdit, publish } = useReportMenu(space, report, () => navigate(reportsPath(space.id)))
  const presenting = usePresenting(place, board, address)
  const files = useBoardFiles(place, report.name, address)
  const picking = usePicking({ spaceId: space.id, board, charts: report.charts, address })
  const narrowings = useMemo(
    () => (board ? narrowingsOf(board, address.values, address.pins) : []),
    [board, address.values, address.pins],
  )
  const [first] = board?.tabs ?? []
  if (!board || !first) return null
  const tab = board.tabs.find(({ key }) => key === address.tab) ?? first
  const context: BoardContext = {
    spaceId: space.id,
    name: report.kind === 'chart' ? report.name : undefined,
    alertsOf: report.publishedAt ? report.id : undefined,
    board,
    charts: report.charts,
    narrowings,
    onPick: picking.pick,
    onRows: picking.showRows,
  }
  const saved: SavedBoard = {
    tabs: board.tabs,
    chartOf(card) {
      const definition = definitionOf(card, context.charts)
      if (!definition) return null
      const title = titleOf(card, context.charts)
      const asked = askedBy(card.key, definition, { narrowings, title }).definition
      return { name: title, answer: () => client.fetchQuery(answerOf(space.id, asked)) }
    },
  }
  const download = {
    key: 'download',
    label: t('reports.download.title'),
    disabled: files.isNothing(saved),
    children: files.items(saved),
  }
  // What this page shows of a chart is its draft; that of a board is published where it is edited.
  const isPublishable = mayEdit && report.kind === 'chart' && stateOf(report) !== 'published'
  const actions = menu.items?.filter((item) => !isPublishable || item?.key !== 'publish') ?? []
  return (
    <div className="board-page" ref={place} data-presenting={presenting.isOn || undefined}>
      <ReportHead space={space} report={report}>
        <Tooltip title={t('reports.present')}>
          <Button
            type="text"
            icon={<FullscreenOutlined />}
            aria-label={t('reports.present')}
            onClick={presenting.begin}
          />
        </Tooltip>
        <Tooltip title={t('reports.print')}>
          <Button
            type="text"
            icon={<PrinterOutlined />}
            aria-label={t('reports.print')}
            onClick={() => void files.print()}
          />
        </Tooltip>
        {mayEdit && (
          <Button icon={<EditOutlined />} onClick={() => address.edit(true)}>
            {t(report.kind === 'chart' ? 'reports.editChart' : 'reports.edit')}
          </Button>
        )}
        {isPublishable && (
          <Button type="primary" onClick={publish}>
            {t('reports.publish')}
          </Button>
        )}
        <Dropdown menu={{ items: [download, ...actions] }} trigger={['click']}>
          <Button type="text" icon={<MoreOutlined />} aria-label={t('tables.more', { name: report.name })} />
        </Dropdown>
      </ReportHead>
      <BoardTabs board={board} tab={tab} onOpen={address.openTab} />
      <FilterBar spaceId={space.id} board={board} address={address} picking={picking} />
      {tab.cards.length ? (
        <BoardView tab={tab} context={context} />
      ) : (
        <Empty title={t('reports.noCards')}>
          {mayEdit && <Button onClick={() => address.edit(true)}>{t('reports.edit')}</Button>}
        </Empty>
      )}
      {picking.layers}
      {address.isEdited && mayEdit && report.draft?.kind === 'chart' && (
        <EditedChartOf space={space} report={report} onClose={() => address.edit(false)} />
      )}
      {layers}
    </div>
  )
}
