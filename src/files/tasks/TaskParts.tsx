import { useInfiniteQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Task, type TaskPart, tasks } from '#contract/tasks.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatBytes } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'

/** The files and folders of a task, each with its state and the cause of its failure. */
export function TaskParts({ task }: { task: Task }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<'all' | 'failed'>(task.itemsFailed ? 'failed' : 'all')
  const query = useInfiniteQuery({
    queryKey: ['task-parts', task.id, choice],
    ...byPages((after) =>
      call(
        tasks.parts,
        {
          id: task.id,
          ...(choice === 'failed' && { state: 'failed' }),
          ...after,
        },
        { quiet: true },
      ),
    ),
    placeholderData: (before) => before,
  })
  const { refetch } = query
  const wasAt = useRef('')
  const isAt = `${task.state} ${task.itemsDone + task.itemsFailed}`
  // All loaded pages are refetched as the task progresses, unless a refetch is already running.
  useEffect(() => {
    if (wasAt.current && wasAt.current !== isAt) void refetch({ cancelRefetch: false })
    wasAt.current = isAt
  }, [isAt, refetch])
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <div className="task-parts">
      {task.itemsFailed > 0 && (
        <Segmented
          size="small"
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'failed', label: t('tasks.failedOnly') },
            { value: 'all', label: t('tasks.allParts') },
          ]}
        />
      )}
      {query.isLoading && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {query.error && !list.length && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      {query.isSuccess && list.length === 0 && <p className="soft">{t('tasks.noParts')}</p>}
      <ul>
        {list.map((part) => (
          <PartRow key={part.seq} part={part} />
        ))}
      </ul>
      <MoreButton query={query} label={t('tasks.more')} />
    </div>
  )
}

function PartRow({ part }: { part: TaskPart }) {
  const { t } = useTranslation()
  return (
    <li>
      <span className="task-path" title={part.path}>
        {part.path}
      </span>
      {!part.isFolder && <span className="num soft">{formatBytes(part.size)}</span>}
      <span
        className={`task-state ${part.state === 'failed' ? 'danger' : part.state === 'completed' ? 'success' : 'plain'}`}
      >
        {t(`tasks.states.${part.state}`)}
      </span>
      {part.message && <small className="task-problem">{part.message}</small>}
    </li>
  )
}
