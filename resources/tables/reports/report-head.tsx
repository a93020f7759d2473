import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ReportDetails } from '#contract/reports.ts'
import type { Space } from '#contract/spaces.ts'
import { formatDateTime } from '../../../src/widgets/format.ts'
import { reportsPath } from './address.ts'
import { stateOf } from './report-state.ts'

type Props = { space: Space; report: ReportDetails; note?: ReactNode; children: ReactNode }

/** The name of a report, where it belongs, and what is known of it. */
export function ReportHead({ space, report, note, children }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const state = stateOf(report)
  return (
    <header className="board-head">
      <Button
        type="text"
        icon={<ArrowLeftOutlined />}
        aria-label={t('reports.all')}
        onClick={() => navigate(reportsPath(space.id))}
      />
      <div className="board-name">
        <h1 title={report.description}>{report.name}</h1>
        <small>
          {note ?? (
            <>
              {space.name} · {report.maker.personName}
              {report.publishedAt &&
                ` · ${t('reports.publishedAt', { at: formatDateTime(report.publishedAt, i18n.language) })}`}
            </>
          )}
        </small>
      </div>
      {state !== 'published' && report.draft && <span className="tag warn">{t(`reports.states.${state}`)}</span>}
      <span className="space" />
      {children}
    </header>
  )
}
