import { App, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { STATUS_CHANGES_MAX, TEXT_MAX } from '#contract/core/limits.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { type ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatList } from '../../src/widgets/format.ts'
import { OutcomeReport, sortedOut } from '../../src/widgets/OutcomeReport.tsx'
import { useSpaceCache } from './cache.ts'

type Way = 'online' | 'offline'
type Outcome = DataOf<typeof managedSpaces.setStatus>[number]
type Props = { way: Way; spaces: ManagedSpace[]; onClose: () => void; onDone?: () => void }
/** The status that a space must have for each change. */
const from = { offline: 'normal', online: 'offline' } as const

/** Takes spaces offline, with a reason, or online again: explains the consequences, then reports the failures. */
export function SetStatus({ way, spaces, onClose, onDone }: Props) {
  const { t, i18n } = useTranslation()
  const [form] = Form.useForm<{ reason: string }>()
  const { run, isBusy, problem } = useFormTask(form)
  const turn = useSetStatus(way, spaces)
  const others = spaces.filter(({ status }) => status !== from[way]).length
  const count = spaces.length - others
  const name = spaces[0]?.name ?? ''
  const names = formatList(
    spaces.map((space) => space.name),
    i18n.language,
  )

  const finish = ({ reason = '' }: { reason?: string }) =>
    run(async () => {
      await turn(reason.trim())
      onClose()
      onDone?.()
    })
  return (
    <Modal
      open
      title={
        spaces.length === 1
          ? t(`managedSpaces.turn.${way}.askOne`, { name })
          : t(`managedSpaces.turn.${way}.ask`, { count: spaces.length })
      }
      okText={t(`managedSpaces.turn.${way}.button`)}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: way === 'offline', loading: isBusy, disabled: count === 0 }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {spaces.length > 1 && <p className="managed-names">{names}</p>}
      <p>{t(`managedSpaces.turn.${way}.means`)}</p>
      {others > 0 && <p className="managed-hint">{t(`managedSpaces.turn.${way}.others`, { count: others })}</p>}
      <Form form={form} layout="vertical" preserve={false} initialValues={{ reason: '' }} onFinish={finish}>
        {way === 'offline' && (
          <Form.Item
            name="reason"
            label={t('managedSpaces.turn.reason')}
            extra={t('managedSpaces.turn.reasonHint')}
            rules={[{ required: true, whitespace: true, message: t('managedSpaces.turn.reasonNeeded') }]}
          >
            <Input.TextArea rows={3} maxLength={TEXT_MAX} showCount autoFocus />
          </Form.Item>
        )}
      </Form>
      <Problem text={problem} />
    </Modal>
  )
}

/** Changes the status of spaces in batches of the call's maximum and reports the outcome row by row. */
function useSetStatus(way: Way, spaces: ManagedSpace[]) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const cache = useSpaceCache()
  const nameOf = (id: string) => spaces.find((space) => space.id === id)?.name ?? ''

  function showOutcomes(outcomes: Outcome[]): void {
    const { done, failed } = sortedOut(outcomes, nameOf)
    if (!failed.length) return void message.success(t(`managedSpaces.turn.${way}.done`, { count: done }))
    const [only] = failed
    const text = t('managedSpaces.turn.someText', { done, count: failed.length })
    modal.info({
      okText: t('common.close'),
      ...(only && outcomes.length === 1
        ? { title: t('managedSpaces.turn.oneTitle', { name: only.name }), content: only.reason }
        : { title: t('managedSpaces.turn.someTitle'), content: <OutcomeReport text={text} failed={failed} /> }),
    })
  }
  return async (reason: string): Promise<void> => {
    const ids = spaces.map(({ id }) => id)
    const outcomes: Outcome[] = []
    try {
      for (let i = 0; i < ids.length; i += STATUS_CHANGES_MAX) {
        const some = ids.slice(i, i + STATUS_CHANGES_MAX)
        const input = { ids: some, isOnline: way === 'online', reason }
        outcomes.push(...(await call(managedSpaces.setStatus, input, { quiet: true })))
      }
    } finally {
      cache.renew()
    }
    showOutcomes(outcomes)
  }
}
