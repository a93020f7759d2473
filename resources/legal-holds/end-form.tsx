import { App, Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type LegalHold, LegalHoldDraft, legalHolds } from '#contract/legal-holds.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'

type Props = { hold: LegalHold; onClose: () => void; onDone: () => void; onDirty: (isDirty: boolean) => void }

/** Ends a hold, with a reason. */
export function EndForm({ hold: { id, target }, onClose, onDone, onDirty }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ reason: string }>()
  const field = useFields(LegalHoldDraft, 'legalHolds')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('legalHolds')
  useEffect(() => () => onDirty(false), [onDirty])
  const end = ({ reason }: { reason: string }) =>
    run(async () => {
      await call(legalHolds.end, { id, reason }, { quiet: true })
      void message.success(t('legalHolds.endDone', { name: target.name }))
      renew()
      onDone()
    })
  return (
    <Form form={form} layout="vertical" onValuesChange={() => onDirty(true)} onFinish={end} autoComplete="off">
      <p>{t('legalHolds.endLoses', { name: target.name })}</p>
      <Form.Item {...field('reason')}>
        <Input.TextArea autoFocus autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <FormEnd submit={t('legalHolds.end')} isBusy={isBusy} problem={problem} onCancel={onClose} />
    </Form>
  )
}
