import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Job } from '#contract/jobs.ts'
import { RecordTable } from '../../widgets/RecordTable.tsx'
import { JobActions } from './JobActions.tsx'
import { JobTime } from './JobTime.tsx'

type Props = {
  list: Job[]
  state: Job['state'] | 'stuck'
  isStale: boolean
  onChange: () => void
  children: ReactNode
}

/** Work of one state as a table, and as cards where the window is narrow. */
export function JobRows({ list, state, isStale, onChange, children }: Props) {
  const { t } = useTranslation()
  return (
    <RecordTable
      label={t('jobs.title')}
      rows={list}
      keyOf={({ queue, kind, id }) => `${queue} ${kind} ${id}`}
      isStale={isStale}
      columns={[
        { key: 'name', label: t('jobs.columns.name'), render: (job) => <Name job={job} /> },
        { key: 'subject', label: t('jobs.columns.subject'), render: (job) => <Subject job={job} /> },
        { key: 'at', label: t(`jobs.at.${state}`), render: (job) => <JobTime at={job.at} /> },
        {
          key: 'attempts',
          label: t('jobs.columns.attempts'),
          isNumeric: true,
          render: (job) => job.attempts || <span className="record-dash">—</span>,
        },
        { key: 'cause', label: t('jobs.columns.cause'), render: (job) => <Cause job={job} /> },
        { key: 'actions', label: '', render: (job) => <JobActions job={job} onChange={onChange} /> },
      ]}
      card={(job) => (
        <div className="record-card">
          <Name job={job} />
          <p>
            <Subject job={job} />
            <JobTime at={job.at} />
          </p>
          <Cause job={job} />
          <JobActions job={job} onChange={onChange} />
        </div>
      )}
    >
      {children}
    </RecordTable>
  )
}

function Name({ job }: { job: Job }) {
  const { t } = useTranslation()
  return (
    <span className="record-two">
      <b className="jobs-name">{job.name}</b>
      <small>{t(`jobs.queues.${job.queue}`)}</small>
    </span>
  )
}

function Subject({ job }: { job: Job }) {
  const { t } = useTranslation()
  if (job.queue === 'content') return <span className="num">{t('jobs.count', { count: job.count })}</span>
  if (!job.space) return <>{job.person || t('jobs.site')}</>
  return (
    <span className="record-two">
      <Link to={`/systemConfig/spaces?space=${job.space.id}`}>{job.space.name}</Link>
      <small>{job.person}</small>
    </span>
  )
}

function Cause({ job }: { job: Job }) {
  const { t } = useTranslation()
  if (job.stuck) return <span className="jobs-stuck">{t(`jobs.stuck.${job.stuck}`)}</span>
  if (!job.cause) return null
  return (
    <span className="jobs-cause" title={job.cause}>
      {job.cause}
    </span>
  )
}
