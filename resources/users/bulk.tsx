import { App, Button, Dropdown, Modal, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import { type User, users } from '#contract/users.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { useUser } from '#providers/session.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'
import { type Failed, OutcomeReport } from '../../src/widgets/OutcomeReport.tsx'
import { RecordBar } from '../../src/widgets/RecordBar.tsx'
import { useUserCache } from './cache.ts'

const quiet = { quiet: true }
/** The bulk actions without a choice; each call returns the changed account. */
const tasks = {
  lock: ({ id }: User) => call(users.lock, { id }, quiet),
  unlock: ({ id }: User) => call(users.unlock, { id }, quiet),
  enable: ({ id }: User) => call(users.enable, { id }, quiet),
  disable: ({ id }: User) => call(users.disable, { id }, quiet),
  endSessions: ({ id }: User) => call(users.endSessions, { id }, quiet).then(() => null),
}
/** One call for each selected account. */
type Act = (user: User) => Promise<User | null>
const taskNames = ['lock', 'unlock', 'disable', 'enable', 'endSessions'] as const
/** Maximum number of parallel calls. */
const AT_ONCE = 4
/** Names that a question lists. */
const LISTED_MAX = 8

type Report = { done: number; failed: Failed[] }

/** Actions for the selected accounts, without one's own; floats above the list while accounts are selected. */
export function BulkBar({ users: selected, onClear }: { users: User[]; onClear: () => void }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const { run, progress, stop } = useBulk()
  const [report, setReport] = useState<Report | null>(null)
  const ownId = useUser()?.userId
  const others = selected.filter(({ id }) => id !== ownId)
  const isOnlyMe = selected.length > 0 && others.length === 0
  const whyNot = isOnlyMe ? t('users.notYourself') : ''
  const asking = (means: string) => (
    <Question means={means} users={others} isWithoutMe={others.length < selected.length} />
  )

  async function start(act: Act, doneText: (count: number) => string) {
    const outcome = await run(act, others)
    if (outcome.failed.length) setReport(outcome)
    else void message.success(doneText(outcome.done))
    onClear()
  }
  const askRole = (role: Role) =>
    modal.confirm({
      title: t('users.bulk.role.ask', { count: others.length, role: t(`shell.roles.${role}`) }),
      content: asking(t(`users.role.means.${role}`)),
      okText: t('users.role.change'),
      onOk: () =>
        void start(
          ({ id }) => call(users.update, { id, role }, quiet),
          (count) => t('users.bulk.role.done', { count }),
        ),
    })
  const ask = (task: (typeof taskNames)[number]) =>
    modal.confirm({
      title: t(`users.bulk.${task}.ask`, { count: others.length }),
      content: asking(t(task === 'disable' ? 'users.bulk.disable.means' : `users.actions.${task}.hint`)),
      okText: t(`users.actions.${task}.button`),
      okButtonProps: { danger: task === 'lock' || task === 'disable' },
      onOk: () => void start(tasks[task], (count) => t(`users.bulk.${task}.done`, { count })),
    })
  return (
    <>
      {(selected.length > 0 || progress) && (
        <RecordBar
          label={t('users.bulk.label')}
          status={progress ? t('users.bulk.progress', progress) : t('users.bulk.selected', { count: selected.length })}
          onClear={progress ? undefined : onClear}
        >
          {progress ? (
            <Button size="small" onClick={stop}>
              {t('users.bulk.stop')}
            </Button>
          ) : (
            <>
              <Dropdown
                trigger={['click']}
                disabled={isOnlyMe}
                menu={{
                  items: Role.options.map((role) => ({ key: role, label: t(`shell.roles.${role}`) })),
                  onClick: ({ key }) => askRole(Role.parse(key)),
                }}
              >
                <Tooltip title={whyNot}>
                  <MenuButton size="small" disabled={isOnlyMe}>
                    {t('users.role.change')}
                  </MenuButton>
                </Tooltip>
              </Dropdown>
              {taskNames.map((task) => (
                <Tooltip key={task} title={whyNot}>
                  <Button size="small" disabled={isOnlyMe} onClick={() => ask(task)}>
                    {t(`users.actions.${task}.button`)}
                  </Button>
                </Tooltip>
              ))}
            </>
          )}
        </RecordBar>
      )}
      <BulkReport report={report} onClose={() => setReport(null)} />
    </>
  )
}

type QuestionProps = {
  means: string
  users: User[]
  /** One's own account is selected, too. */
  isWithoutMe: boolean
}

/** What an action means, and whom it is about. */
function Question({ means, users: asked, isWithoutMe }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <>
      {means}
      <ul className="bulk-users">
        {asked.slice(0, LISTED_MAX).map(({ id, name, emailAccounts }) => (
          <li key={id}>
            {name} <span>{emailAccounts}</span>
          </li>
        ))}
        {asked.length > LISTED_MAX && <li>{t('users.import.rolesMore', { count: asked.length - LISTED_MAX })}</li>}
      </ul>
      {isWithoutMe && <p>{t('users.bulk.withoutYou')}</p>}
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
