import { App, Form, Input, InputNumber, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Approval, approvals } from '#contract/approvals.ts'
import { CAPACITY_MAX_GB, TEXT_MAX } from '#contract/core/limits.ts'
import { useApprovalRenewal } from '#providers/approvals.ts'
import { call } from '#providers/call.ts'
import { useSiteStorage } from '#providers/site-storage.ts'
import { useFormTask } from '#providers/use-task.ts'
import { DiskRoom } from '../../src/widgets/DiskRoom.tsx'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatList } from '../../src/widgets/format.ts'
import { OutcomeReport, sortedOut } from '../../src/widgets/OutcomeReport.tsx'
import { useWhole } from '../../src/widgets/use-whole.ts'

/** An answer that the dialog is about to send for these requests. */
export type Verdict = { isPassed: boolean; requests: Approval[] }
type Words = { opinion: string; size?: number | null }
type Props = { verdict: Verdict | null; onClose: () => void; onDone: () => void }

/** Asks for the input that an answer needs, sends it and reports the result row by row. */
export function AnswerDialogs({ verdict, ...rest }: Props) {
  if (!verdict) return null
  // Each answer gets its own form, so that no text typed for another answer remains in it.
  const key = [verdict.isPassed, ...verdict.requests.map(({ id }) => id)].join()
  return <AnswerDialog key={key} verdict={verdict} {...rest} />
}

function AnswerDialog({ verdict, onClose, onDone }: Props & { verdict: Verdict }) {
  const { t, i18n } = useTranslation()
  const [form] = Form.useForm<Words>()
  const { run, isBusy, problem } = useFormTask(form)
  const give = useAnswer(onDone)
  const { isPassed, requests } = verdict
  const storage = useSiteStorage(isPassed)
  const count = requests.length
  const [only, ...others] = requests
  return (
    <Modal
      open
      title={isPassed ? t('approvals.passTitle', { count }) : t('approvals.rejectTitle', { count })}
      okText={isPassed ? t('approvals.pass') : t('approvals.reject')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: !isPassed, loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="approval-names">
        {formatList(
          requests.map(({ space }) => space.name),
          i18n.language,
        )}
      </p>
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ opinion: '', size: only?.size }}
        onFinish={(words) => run(() => give(verdict, words))}
      >
        {isPassed ? only && !others.length && <Terms request={only} storage={storage} /> : <Reason />}
      </Form>
      {isPassed && others.length > 0 && (
        <div className="approval-hint">
          <p>{t('approvals.passHint')}</p>
          <DiskRoom storage={storage} growthGb={requests.reduce((sum, { size, sizeNow }) => sum + size - sizeNow, 0)} />
        </div>
      )}
      <Problem text={problem} />
    </Modal>
  )
}

type TermsProps = { request: Approval; storage: ReturnType<typeof useSiteStorage> }

/** Details of a single request: the administrator can grant another capacity than requested. */
function Terms({ request: { kind, size, sizeNow }, storage }: TermsProps) {
  const { t } = useTranslation()
  const whole = useWhole()
  const least = kind === 'capacity' ? sizeNow : 1
  const given = Form.useWatch<number | null>('size') ?? size
  return (
    <>
      <Form.Item
        name="size"
        label={t('approvals.size')}
        extra={
          <>
            <div>{t('approvals.sizeHint', { size })}</div>
            <DiskRoom storage={storage} growthGb={given - sizeNow} />
          </>
        }
        validateFirst
        rules={[
          whole(1, CAPACITY_MAX_GB),
          { type: 'number', min: least, message: t('approvals.sizeBelow', { size: least }) },
        ]}
      >
        <InputNumber suffix="GB" autoFocus style={{ width: 200 }} />
      </Form.Item>
      <Form.Item name="opinion" label={t('approvals.note')} extra={t('approvals.noteHint')}>
        <Input.TextArea rows={3} maxLength={TEXT_MAX} showCount />
      </Form.Item>
    </>
  )
}

function Reason() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="opinion"
      label={t('approvals.rejectReason')}
      extra={t('approvals.rejectHint')}
      rules={[{ required: true, whitespace: true, message: t('approvals.opinionNeeded') }]}
    >
      <Input.TextArea rows={4} maxLength={TEXT_MAX} showCount autoFocus />
    </Form.Item>
  )
}

/** Sends an answer and reports the requests that could not be answered, with the reasons. */
function useAnswer(onDone: () => void) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const renew = useApprovalRenewal()
  return async ({ isPassed, requests }: Verdict, { opinion, size }: Words): Promise<void> => {
    const ids = requests.map(({ id }) => id)
    const given = size && requests.length === 1 && isPassed ? { size } : {}
    const outcomes = await call(
      approvals.answer,
      { ids, isPassed, opinion: (opinion ?? '').trim(), ...given },
      { quiet: true },
    )
    const nameOf = (id: string) => requests.find((request) => request.id === id)?.space.name ?? ''
    const { done, failed } = sortedOut(outcomes, nameOf)
    renew()
    onDone()
    if (!failed.length)
      return void message.success(t(isPassed ? 'approvals.passed' : 'approvals.rejected', { count: done }))
    const [only] = failed
    modal.info({
      okText: t('common.close'),
      ...(only && requests.length === 1
        ? { title: t('approvals.oneTitle', { space: only.name }), content: only.reason }
        : {
            title: t('approvals.someTitle'),
            content: <OutcomeReport text={t('approvals.someText', { done, count: failed.length })} failed={failed} />,
          }),
    })
  }
}
