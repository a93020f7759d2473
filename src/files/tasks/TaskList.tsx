import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import type { Task } from '#contract/tasks.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatDateTime } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { ListSkeleton } from '../../widgets/Skeleton.tsx'
import { PlaceFrame } from '../places/PlaceFrame.tsx'
import { TaskFigures } from './TaskFigures.tsx'
import { TaskParts } from './TaskParts.tsx'
import { TaskTools } from './TaskTools.tsx'
import { type TaskFilter, useTasks } from './use-tasks.ts'
import './tasks.css'

const filters = ['all', 'open', 'partlyFailed', 'failed', 'completed'] as const

type Props = {
  /** Tasks of this space; null: the user's own in all spaces. */
  spaceId: string | null
  userId: string | undefined
  hint: string
  onGo: (task: Task, folder: string) => void
  onClose?: () => void
}

/** Background tasks: running, failed with the cause, and finished with the result. */
export function TaskList({ spaceId, userId, hint, onGo, onClose }: Props) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const query = useTasks(spaceId, filter === 'all' ? undefined : (filter satisfies TaskFilter))
  const choices = (
    <Segmented
      size="small"
      value={filter}
      onChange={setFilter}
      options={filters.map((value) => ({ value, label: t(`tasks.filters.${value}`) }))}
    />
  )
  return (
    <PlaceFrame title={t(onClose ? 'tasks.title' : 'tasks.mine')} hint={hint} onClose={onClose} tools={choices}>
      {query.isLoading && <ListSkeleton />}
      {query.error && !query.list.length && <NotLoaded error={query.error} onRetry={query.refetch} />}
      {query.isSuccess && query.list.length === 0 && (
        <Empty title={t('tasks.none')} hint={t('tasks.noneHint')}>
          {onClose && <Button onClick={onClose}>{t('trash.back')}</Button>}
        </Empty>
      )}
      <ul className="tasks">
        {query.list.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            isMine={task.person.personId === userId}
            namesSpace={!spaceId}
            onGo={(folder) => onGo(task, folder)}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="results-more">
          <MoreButton query={query} label={t('tasks.more')} size="middle" />
        </div>
      )}
    </PlaceFrame>
  )
}

type RowProps = { task: Task; isMine: boolean; namesSpace: boolean; onGo: (folder: string) => void }

function TaskRow({ task, isMine, namesSpace, onGo }: RowProps) {
  const { t, i18n } = useTranslation()
  const [isDetailed, setDetailed] = useState(false)
  return (
    <li className="task">
      <div className="task-line">
        <TaskFigures task={task} />
        <TaskTools task={task} isMine={isMine} onGo={onGo} />
      </div>
      <small className="num soft">
        {namesSpace && task.space.name && (
          <>
            <Link to={spacePath(task.space.id, 'filesManage')}>{task.space.name}</Link> ·{' '}
          </>
        )}
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
