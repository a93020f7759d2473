import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { PlaceProps } from '../places/place.ts'
import { TaskList } from './TaskList.tsx'

/** The tasks of a space: of all members for its owner, their own for everybody else. */
export default function TasksView({ context, onClose }: PlaceProps) {
  const { t } = useTranslation()
  const [, setParams] = useSearchParams()
  return (
    <TaskList
      spaceId={context.space.id}
      userId={context.actor?.id}
      hint={t(context.policyContext.myRole === 'owner' ? 'tasks.ofAll' : 'tasks.ofMine')}
      onGo={(_task, folder) => setParams({ folder })}
      onClose={onClose}
    />
  )
}
