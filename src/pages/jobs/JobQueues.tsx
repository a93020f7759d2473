import { useTranslation } from 'react-i18next'
import type { QueueCounts } from '#contract/jobs.ts'
import { formatCount } from '../../widgets/format.ts'
import { RecordTable } from '../../widgets/RecordTable.tsx'
import { JobTime } from './JobTime.tsx'

const figures = ['running', 'waiting', 'failed'] as const

/** Each kind of work with its counts. */
export function JobQueues({ queues }: { queues: readonly QueueCounts[] }) {
  const { t, i18n } = useTranslation()
  const name = ({ queue, name: words }: QueueCounts) => (
    <span className="record-two">
      <b className="jobs-name">{words}</b>
      <small>{t(`jobs.queues.${queue}`)}</small>
    </span>
  )
  const count = (row: QueueCounts, figure: (typeof figures)[number]) => (
    <span data-failed={figure === 'failed' && row.failed > 0} className="jobs-figure num">
      {formatCount(row[figure], i18n.language)}
    </span>
  )
  return (
    <RecordTable
      label={t('jobs.overview')}
      rows={queues}
      keyOf={({ queue, kind }) => `${queue} ${kind}`}
      columns={[
        { key: 'name', label: t('jobs.columns.name'), render: name },
        ...figures.map((figure) => ({
          key: figure,
          label: t(`jobs.columns.${figure}`),
          isNumeric: true,
          render: (row: QueueCounts) => count(row, figure),
        })),
        { key: 'oldest', label: t('jobs.columns.oldest'), render: (row) => <JobTime at={row.oldestAt} /> },
        { key: 'next', label: t('jobs.columns.scheduled'), render: (row) => <JobTime at={row.nextAt} /> },
      ]}
      card={(row) => (
        <div className="record-card">
          {name(row)}
          <p>
            {figures.map((figure) => (
              <span key={figure}>
                {t(`jobs.columns.${figure}`)} {count(row, figure)}
              </span>
            ))}
            {row.nextAt && (
              <span>
                {t('jobs.columns.scheduled')} <JobTime at={row.nextAt} />
              </span>
            )}
          </p>
        </div>
      )}
    />
  )
}
