import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type ReportDetails, reports } from '#contract/reports.ts'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { onRealtime } from '#providers/live.ts'
import { isOver } from '../../../src/charts/is-over.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { PageSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { useTitle } from '../../../src/widgets/use-title.ts'
import { useBoardAddress } from './address.ts'
import { BoardPage } from './board-page.tsx'
import { BoardEditor } from './editing/board-editor.tsx'
import '../tables.css'
import './reports.css'

/** A report with its space; what is asked of the space decides what can be done. */
async function openReport(id: string): Promise<{ report: ReportDetails; space: Space }> {
  const report = await call(reports.show, { id }, { quiet: true })
  return { report, space: await call(spaces.show, { id: report.spaceId }, { quiet: true }) }
}

/** The page of a report: a board, or a chart by itself; read, or edited by those who may. */
export default function ReportPage() {
  const { biid = '' } = useParams()
  const { t } = useTranslation()
  const address = useBoardAddress()
  const { data, error, refetch } = useQuery({ queryKey: ['report', biid], queryFn: () => openReport(biid) })
  useTitle(data ? data.report.name : null)
  useReportNews(biid, data?.space.id)
  // Who edits keeps what they wrote: saving it says why that can't be done.
  if (!data || (isOver(error) && !address.isEdited))
    return error ? (
      <NotLoaded error={error} onRetry={refetch}>
        <Link to="/space">
          <Button>{t('reports.toSpaces')}</Button>
        </Link>
      </NotLoaded>
    ) : (
      <PageSkeleton />
    )
  const { report, space } = data
  if (address.isEdited && report.draft?.kind === 'board')
    return <BoardEditor key={report.id} space={space} report={report} address={address} />
  return <BoardPage space={space} report={report} address={address} />
}

/** Reloads a report when its space has changed: it may have been published, or access may have ended. */
function useReportNews(id: string, spaceId: string | undefined): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onRealtime((event) => {
        if (event.mark === 'space' && event.type === 'space' && event.spaceId === spaceId)
          void client.invalidateQueries({ queryKey: ['report', id] })
      }),
    [id, spaceId, client],
  )
}
