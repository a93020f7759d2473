import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { useUser } from '#providers/session.ts'
import { TaskList } from '../tasks/TaskList.tsx'

/** The background tasks of the user in all spaces. */
export default function TasksPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <TaskList
      spaceId={null}
      userId={useUser()?.userId}
      hint={t('tasks.mineHint')}
      onGo={({ space }, folder) => navigate(`${spacePath(space.id, 'filesManage')}?${new URLSearchParams({ folder })}`)}
    />
  )
}
