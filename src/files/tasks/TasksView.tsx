import { Button, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Task } from '#contract/tasks.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatDateTime } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import type { PlaceProps } from '../places/place.ts'
import { TaskFigures } from './TaskFigures.tsx'
import { TaskParts } from './TaskParts.tsx'
import { TaskTools } from './TaskTools.tsx'
import { type TaskFilter, useTasks } from './use-tasks.ts'
import './tasks.css'

const filters = ['all', 'open', 'partlyFailed', 'failed', 'completed'] as const

/** Background tasks: running, failed with the cause, and finished with the result. */
export default function TasksView({ context, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const [, setParams] = useSearchParams()
  const query = useTasks(context.space.id, filter === 'all' ? undefined : (filter satisfies TaskFilter))
  const go = (folder: string) => setParams({ folder })
  return (
    <div className="trash tasks">
      <div className="trash-head">
        <Button onClick={onClose}>{t('tasks.back')}</Button>
        <h2>{t('tasks.title')}</h2>
        <span className="soft">{t(context.policyContext.myRole === 'owner' ? 'tasks.ofAll' : 'tasks.ofMine')}</span>
        <Segmented
          size="small"
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: t(`tasks.filters.${value}`) }))}
        />
      </div>
      {query.isLoading && <Skeleton className="tasks-skeleton" active paragraph={{ rows: 6 }} />}
      {query.error && !query.list.length && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && query.list.length === 0 && (
        <Empty title={t('tasks.none')} hint={t('tasks.noneHint')}>
          <Button onClick={onClose}>{t('tasks.back')}</Button>
        </Empty>
      )}
      <ul>
        {query.list.map((task) => (
          <TaskRow key={task.id} task={task} isMine={task.person.personId === context.actor?.id} onGo={go} />
        ))}
      </ul>
      <div className="tasks-more">
        <MoreButton query={query} label={t('tasks.more')} size="middle" />
      </div>
    </div>
  )
}

type RowProps = { task: Task; isMine: boolean; onGo: (folder: string) => void }

function TaskRow({ task, isMine, onGo }: RowProps) {
  const { t, i18n } = useTranslation()
  const [isDetailed, setDetailed] = useState(false)
  return (
    <li className="task">
      <div className="task-line">
        <TaskFigures task={task} />
        <TaskTools task={task} isMine={isMine} onGo={onGo} />
      </div>
      <small className="num soft">
        {isMine ? '' : `${task.person.personName} · `}
        {t('tasks.begun', { time: formatDateTime(task.createTime, i18n.language) })}
        {task.endTime && ` · ${t('tasks.ended', { time: formatDateTime(task.endTime, i18n.language) })}`}
        {task.itemsTotal > 0 && (
          <Button size="small" type="text" aria-expanded={isDetailed} onClick={() => setDetailed(!isDetailed)}>
            {t(isDetailed ? 'tasks.hideParts' : 'tasks.showParts')}
          </Button>
        )}
      </small>
      {isDetailed && <TaskParts task={task} />}
    </li>
  )
}
