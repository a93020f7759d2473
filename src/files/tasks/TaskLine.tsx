import type { Task } from '#contract/tasks.ts'
import { TaskFigures } from './TaskFigures.tsx'
import { TaskTools } from './TaskTools.tsx'

type Props = { task: Task; onGo: (folder: string) => void }

/** One of the user's tasks in one line. */
export default function TaskLine({ task, onGo }: Props) {
  return (
    <div className="task-line">
      <TaskFigures task={task} />
      <TaskTools task={task} isMine onGo={onGo} />
    </div>
  )
}
