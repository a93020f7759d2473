import { DownOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import { type User, users } from '#contract/users.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { callConfirmed } from '#providers/confirm.ts'
import { type Failed, OutcomeReport } from '../../src/widgets/OutcomeReport.tsx'
import { useUserCache } from './cache.ts'

const quiet = { quiet: true }
/** The bulk actions without a choice; each call returns the changed account. */
const tasks = {
  lock: ({ id }: User) => call(users.lock, { id }, quiet),
  unlock: ({ id }: User) => call(users.unlock, { id }, quiet),
  endSessions: ({ id }: User) => call(users.endSessions, { id }, quiet).then(() => null),
}
/** One call for each selected account. */
type Act = (user: User) => Promise<User | null>
const taskNames = ['lock', 'unlock', 'endSessions'] as const
/** Maximum number of parallel calls. */
const AT_ONCE = 4

type Report = { done: number; failed: Failed[] }

/** Actions for the selected accounts; floats above the list while accounts are selected. */
export function BulkBar({ users: selected, onClear }: { users: User[]; onClear: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { run, progress, stop } = useBulk()
  const [report, setReport] = useState<Report | null>(null)

  async function start(act: Act, doneText: (count: number) => string) {
    const outcome = await run(act, selected)
    if (outcome.failed.length) setReport(outcome)
    else void message.success(doneText(outcome.done))
    onClear()
  }
  const askRole = (role: Role) =>
    modal.confirm({
      title: t('users.bulk.role.ask', { count: selected.length, role: t(`shell.roles.${role}`) }),
      content: t(`users.role.means.${role}`),
      okText: t('users.role.change'),
      onOk: () =>
        void start(
          ({ id }) => callConfirmed(users.update, { id, role }, quiet),
          (count) => t('users.bulk.role.done', { count }),
        ),
    })
  const ask = (task: (typeof taskNames)[number]) =>
    modal.confirm({
      title: t(`users.bulk.${task}.ask`, { count: selected.length }),
      content: t(`users.actions.${task}.hint`),
      okText: t(`users.actions.${task}.button`),
      okButtonProps: { danger: task === 'lock' },
      onOk: () => void start(tasks[task], (count) => t(`users.bulk.${task}.done`, { count })),
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
              <Dropdown
                trigger={['click']}
                menu={{
                  items: Role.options.map((role) => ({ key: role, label: t(`shell.roles.${role}`) })),
                  onClick: ({ key }) => askRole(Role.parse(key)),
                }}
              >
                <Button size="small" icon={<DownOutlined aria-hidden />} iconPlacement="end">
                  {t('users.role.change')}
                </Button>
              </Dropdown>
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

  async function run(act: Act, selected: User[]): Promise<Report> {
    const waiting = [...selected]
    const report: Report = { done: 0, failed: [] }
    isStopped.current = false
    setProgress({ done: 0, count: selected.length })
    async function work() {
      for (let user = waiting.shift(); user && !isStopped.current; user = waiting.shift()) {
        try {
          const changed = await act(user)
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
