import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Dropdown, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { can } from '#contract/core/policy.ts'
import { boardPath } from '#contract/pages/paths.ts'
import { type ReportKind, type ReportRecord, reports } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { formatDateTime, formatList } from '../../../src/widgets/format.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { RecordMore } from '../../../src/widgets/RecordMore.tsx'
import { SearchField } from '../../../src/widgets/SearchField.tsx'
import { CardsSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { useReportMenu } from './menu.tsx'
import { NewBoard } from './new-board.tsx'
import { type Draw, ReportPicture, useDrawnReports } from './report-picture.tsx'
import { stateOf } from './report-state.ts'
import { NewChart } from './saved-chart.tsx'

type Shown = ReportKind | 'all'

/** The charts and boards of a space, the latest changed first. */
export function ReportList({ space }: { space: Space }) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const [q, setQ] = useState('')
  const [kind, setKind] = useState<Shown>('all')
  const [making, setMaking] = useState<ReportKind | null>(null)
  const { draw, stage } = useDrawnReports(space)
  const query = useInfiniteQuery({
    queryKey: ['reports', space.id, 'list', q, kind],
    ...byPages((after) =>
      call(
        reports.list,
        {
          spaceId: space.id,
          ...(q && { q }),
          ...(kind !== 'all' && { kind }),
          ...after,
        },
        { quiet: true },
      ),
    ),
  })
  const rows = query.data?.pages.flatMap((page) => page.list)
  const isSearched = q !== '' || kind !== 'all'
  const create = can(actor, 'table.create', space) && (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setMaking('chart')}>
        {t('reports.createChart')}
      </Button>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking('board')}>
        {t('reports.createBoard')}
      </Button>
    </>
  )
  return (
    <section className="reports-page" aria-label={t('reports.title')}>
      <div className="tables-head">
        <Segmented<Shown>
          value={kind}
          onChange={setKind}
          options={(['all', 'board', 'chart'] as const).map((value) => ({
            value,
            label: t(`reports.segments.${value}`),
          }))}
        />
        <SearchField label={t('reports.search')} q={q} onSearch={setQ} />
        <span className="space" />
        {(isSearched || (rows?.length ?? 0) > 0) && create}
      </div>
      {!rows &&
        (query.error ? (
          <NotLoaded error={query.error} onRetry={query.refetch} />
        ) : (
          <CardsSkeleton className="report-cards" cards={6} />
        ))}
      {rows?.length === 0 && (
        <Empty
          title={t(isSearched ? 'reports.noHit' : 'reports.none')}
          hint={isSearched ? undefined : t('reports.noneHint')}
        >
          {!isSearched && create}
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <>
          <ul className="report-cards">
            {rows.map((report) => (
              <ReportCard key={report.id} space={space} report={report} draw={draw} />
            ))}
          </ul>
          <RecordMore query={query} count={rows.length} />
          {stage}
        </>
      )}
      {making === 'board' && <NewBoard space={space} onClose={() => setMaking(null)} />}
      {making === 'chart' && <NewChart space={space} onClose={() => setMaking(null)} />}
    </section>
  )
}

function ReportCard({ space, report, draw }: { space: Space; report: ReportRecord; draw: Draw }) {
  const { t, i18n } = useTranslation()
  const { menu, layers } = useReportMenu(space, report)
  const state = stateOf(report)
  return (
    <li className="report-card">
      <ReportPicture space={space} report={report} draw={draw} />
      <div className="report-words">
        <Link className="records-open" to={boardPath(report.id)} title={report.description}>
          {report.name}
        </Link>
        <small>
          {report.maker.personName} · {formatDateTime(report.changedAt, i18n.language)}
        </small>
        {report.usedBy.length > 0 && (
          <small>
            {t('reports.usedBy', {
              names: formatList(
                report.usedBy.map(({ name }) => name),
                i18n.language,
              ),
            })}
          </small>
        )}
        <span>
          <span className="tag">{t(`reports.kinds.${report.kind}`)}</span>{' '}
          {state !== 'published' && <span className="tag warn">{t(`reports.states.${state}`)}</span>}
        </span>
      </div>
      <Dropdown menu={menu} trigger={['click']}>
        <Button
          className="over-link"
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={t('tables.more', { name: report.name })}
        />
      </Dropdown>
      {layers}
    </li>
  )
}
