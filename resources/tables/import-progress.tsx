import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Progress, Result } from 'antd'
import { useTranslation } from 'react-i18next'
import { tableFiles } from '#contract/table-files.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { useToldHere } from '#providers/messages.ts'
import { unfitOf } from '#providers/unfit-values.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { UnfitValues } from '../../src/widgets/UnfitValues.tsx'

type Props = {
  taskId: string
  /** Several imports go on at once: each is a line with its name. */
  isOneOfMany: boolean
  /** The import makes a table: one that comes to nothing leaves none. */
  isNew: boolean
  onClose: () => void
  onOpen: (tableId: string) => void
  /** Goes back to the settings of an import that came to nothing. */
  onAgain: () => void
}
const POLL_MS = 1000
const OPEN = new Set<Task['state']>(['waiting', 'preparing', 'transferring'])

/** A task, followed until it has ended. */
export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['tasks', taskId],
    queryFn: () => call(tasks.show, { id: taskId }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data && !OPEN.has(state.data.state) ? false : POLL_MS),
  })

/** The progress and the result of an import, which continues when this is closed. */
export function ImportProgress({ taskId, isOneOfMany, isNew, ...ways }: Props) {
  const query = useQuery(taskQuery(taskId))
  useToldHere(({ link }) => link.includes(`task=${taskId}`))
  return (
    <Loaded query={query} rows={3}>
      {(task) => {
        const isOpen = OPEN.has(task.state)
        if (isOneOfMany) return <Line task={task} isOpen={isOpen} isNew={isNew} {...ways} />
        if (isOpen) return <Running task={task} onClose={ways.onClose} />
        return <Ended task={task} isNew={isNew} {...ways} />
      }}
    </Loaded>
  )
}

/** Without a total the bar only shows that something is going on. */
const percentOf = ({ itemsDone, itemsTotal }: Task) =>
  itemsTotal ? Math.min(99, Math.floor((itemsDone / itemsTotal) * 100)) : 100

/** What came of an import; with rows that were left out it is done, too. */
function outcomeOf({ state, error, result }: Task) {
  const { table, rows = 0, misfits = 0 } = result as { table?: string; rows?: number; misfits?: number }
  const isDone = state === 'completed' || state === 'partlyFailed'
  return {
    table,
    rows,
    misfits,
    isDone,
    hasMisfits: misfits > 0 || error === 'tableMisfits' || error === 'tableNoneFit',
  }
}

const endedText = ({ state }: Task, isNew: boolean) =>
  `tableFiles.import.${isNew ? 'endedNew' : 'ended'}.${state === 'cancelled' ? 'cancelled' : 'failed'}` as const

type EndedProps = { task: Task } & Pick<Props, 'isNew' | 'onClose' | 'onOpen' | 'onAgain'>

/** One of several imports. */
function Line({ task, isOpen, isNew, onOpen, onAgain }: EndedProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  const { table, rows, isDone, hasMisfits } = outcomeOf(task)
  const said = isOpen
    ? t('tableFiles.import.running', { count: task.itemsDone })
    : isDone
      ? t('tableFiles.import.done', { count: rows })
      : task.message || t(endedText(task, isNew))
  return (
    <div className="import-line" role="status">
      <b>{task.title}</b>
      <span className={isOpen || isDone ? 'soft' : 'warns'}>{said}</span>
      {isOpen && (
        <Progress percent={percentOf(task)} size="small" status="active" showInfo={false} aria-label={task.title} />
      )}
      {hasMisfits && (
        <Button size="small" href={`/api${tableFiles.misfits.path.replace(':taskId', task.id)}`} download>
          {t('tableFiles.import.takeMisfits')}
        </Button>
      )}
      {!isOpen && !isDone && (
        <Button size="small" onClick={onAgain}>
          {t('tableFiles.import.again')}
        </Button>
      )}
      {isDone && table && (
        <Button size="small" type="link" onClick={() => onOpen(table)}>
          {t('tableFiles.import.open')}
        </Button>
      )}
      <UnfitValues unfit={unfitOf(task.result, t)} />
    </div>
  )
}

function Running({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  return (
    <div className="import-progress" role="status">
      <p>{t('tableFiles.import.running', { count: task.itemsDone })}</p>
      <Progress
        percent={percentOf(task)}
        status="active"
        showInfo={task.itemsTotal > 0}
        aria-label={t('tableFiles.import.title')}
      />
      <p className="import-hint">{t('tableFiles.import.goesOn')}</p>
      <Problem text={problem} />
      <Button
        loading={isBusy || task.isCancelling}
        onClick={() => run(() => call(tasks.cancel, { id: task.id }, { quiet: true }))}
      >
        {t('tableFiles.import.stop')}
      </Button>
      <Button type="primary" onClick={onClose}>
        {t('tableFiles.import.behind')}
      </Button>
    </div>
  )
}

function Ended({ task, isNew, onClose, onOpen, onAgain }: EndedProps) {
  const { t } = useTranslation()
  const { table, rows, misfits, isDone, hasMisfits } = outcomeOf(task)
  return (
    <Result
      className="import-result"
      status={isDone ? (hasMisfits ? 'warning' : 'success') : task.state === 'cancelled' ? 'info' : 'error'}
      title={isDone ? t('tableFiles.import.done', { count: rows }) : t(endedText(task, isNew))}
      subTitle={isDone ? hasMisfits && t('tableFiles.import.left', { count: misfits }) : task.message}
      extra={[
        hasMisfits && (
          <Button key="misfits" href={`/api${tableFiles.misfits.path.replace(':taskId', task.id)}`} download>
            {t('tableFiles.import.takeMisfits')}
          </Button>
        ),
        isDone && table ? (
          <Button key="open" type="primary" onClick={() => onOpen(table)}>
            {t('tableFiles.import.open')}
          </Button>
        ) : (
          <Button key="close" onClick={onClose}>
            {t('common.close')}
          </Button>
        ),
        !isDone && (
          <Button key="again" type="primary" onClick={onAgain}>
            {t('tableFiles.import.again')}
          </Button>
        ),
      ]}
    >
      {hasMisfits && <UnfitValues unfit={unfitOf(task.result, t)} />}
    </Result>
  )
}
