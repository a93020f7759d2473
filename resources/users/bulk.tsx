import { App, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#contract/users.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { type Failed, OutcomeReport } from '../../src/widgets/OutcomeReport.tsx'
import { useUserCache } from './cache.ts'

const quiet = { quiet: true }
/** The bulk actions; each call returns the changed account. */
const tasks = {
  lock: ({ id }: User) => call(users.lock, { id }, quiet),
  unlock: ({ id }: User) => call(users.unlock, { id }, quiet),
  endSessions: ({ id }: User) => call(users.endSessions, { id }, quiet).then(() => null),
}
type Task = keyof typeof tasks
const taskNames = ['lock', 'unlock', 'endSessions'] as const
/** Maximum number of parallel calls. */
const AT_ONCE = 4

type Report = { task: Task; done: number; failed: Failed[] }

/** Actions for the selected accounts; floats above the list while accounts are selected. */
export function BulkBar({ users: selected, onClear }: { users: User[]; onClear: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { run, progress, stop } = useBulk()
  const [report, setReport] = useState<Report | null>(null)

  async function start(task: Task) {
    const outcome = await run(task, selected)
    if (outcome.failed.length) setReport(outcome)
    else void message.success(t(`users.bulk.${task}.done`, { count: outcome.done }))
    onClear()
  }
  const ask = (task: Task) =>
    modal.confirm({
      title: t(`users.bulk.${task}.ask`, { count: selected.length }),
      content: t(`users.actions.${task}.hint`),
      okText: t(`users.actions.${task}.button`),
      okButtonProps: { danger: task === 'lock' },
      onOk: () => void start(task),
    })
  return (
    <>
      {(selected.length > 0 || progress) && (
        <div className="record-bar num" role="toolbar" aria-label={t('users.bulk.label')}>
          <span role="status">
            {progress ? t('users.bulk.progress', progress) : t('users.bulk.selected', { count: selected.length })}
          </span>
          {progress ? (
            <Button size="small" onClick={stop}>
              {t('users.bulk.stop')}
            </Button>
          ) : (
            <>
              {taskNames.map((task) => (
                <Button key={task} size="small" onClick={() => ask(task)}>
                  {t(`users.actions.${task}.button`)}
                </Button>
              ))}
              <Button size="small" type="text" onClick={onClear}>
                {t('common.clearSelection')}
              </Button>
            </>
          )}
        </div>
      )}
      <BulkReport report={report} onClose={() => setReport(null)} />
    </>
  )
}

/** Runs a task for many accounts with AT_ONCE parallel calls; calls in flight at a stop still finish. */
function useBulk() {
  const cache = useUserCache()
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)
  const isStopped = useRef(false)

  async function run(task: Task, selected: User[]): Promise<Report> {
    const waiting = [...selected]
    const report: Report = { task, done: 0, failed: [] }
    isStopped.current = false
    setProgress({ done: 0, count: selected.length })
    async function work() {
      for (let user = waiting.shift(); user && !isStopped.current; user = waiting.shift()) {
        try {
          const changed = await tasks[task](user)
          if (changed) cache.put(changed)
          report.done += 1
        } catch (failure) {
          const { id, name, emailAccounts: note } = user
          report.failed.push({ id, name, note, reason: sentenceOf(failure) })
        }
        setProgress({ done: report.done + report.failed.length, count: selected.length })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setProgress(null)
    return report
  }
  return {
    run,
    progress,
    stop: () => {
      isStopped.current = true
    },
  }
}

/** The failed accounts row by row, with the reasons. */
function BulkReport({ report, onClose }: { report: Report | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      open={report !== null}
      title={t('users.bulk.report')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {report && (
        <OutcomeReport
          text={t('users.bulk.reportText', { done: report.done, count: report.failed.length })}
          failed={report.failed}
        />
      )}
    </Modal>
  )
}
