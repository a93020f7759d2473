import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { later } from '../../widgets/later.tsx'
import type { ActionContext } from '../action-context.ts'
import { isNews, isOpen, lastEndOf, useTasks } from './use-tasks.ts'
import './tasks.css'

/** Loaded with the first task, together with its forms. */
const TaskLine = later(
  () => import('./TaskLine.tsx'),
  () => null,
)

/** Maximum number of tasks in the strip; all others are in the tasks view. */
const SHOWN = 3

/** The user's running tasks of this space, and ended ones until they were seen, below the files. */
export default function TaskStrip({ context, onAll }: { context: ActionContext; onAll: () => void }) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const { list, isSuccess } = useTasks(context.space.id)
  const [lastEnd, setLastEnd] = useState<number>()
  if (isSuccess && lastEnd === undefined) setLastEnd(lastEndOf(list))
  const mine = list.filter(({ person }) => person.personId === context.actor?.id)
  const shown = mine.filter((task) => isNews(task, lastEnd) && (isOpen(task) || !seen.has(task.id)))
  if (!shown.length) return null
  return (
    <section className="task-strip" aria-label={t('tasks.title')}>
      <ul>
        {shown.slice(0, SHOWN).map((task) => (
          <li key={task.id} className="task">
            <TaskLine task={task} onGo={(folder) => setParams({ folder })} />
          </li>
        ))}
      </ul>
      <div className="task-strip-end">
        <Button size="small" type="link" onClick={onAll}>
          {t('tasks.all', { count: mine.length })}
        </Button>
        {shown.every((task) => !isOpen(task)) && (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('tasks.dismiss')}
            onClick={() => setSeen(new Set([...seen, ...shown.map(({ id }) => id)]))}
          />
        )}
      </div>
    </section>
  )
}
