import { App, Form, Input, InputNumber, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#contract/core/operation.ts'
import { type Sender, SenderDraft, SenderFtp, senders } from '#contract/senders.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useFormTask } from '#providers/use-task.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { useFields } from '../../src/widgets/use-fields.ts'
import { CodeActions } from './code-actions.tsx'
import type { Issued } from './new-code.tsx'

/** The largest dataset that a new installation may send, in GB. */
const USUAL_GB = 100

type Draft = InputOf<typeof senders.create>
type Props = {
  /** The installation to edit; absent for a new one. */
  sender: Sender | undefined
  onClose: () => void
  onDone: () => void
  onDirty: (isDirty: boolean) => void
  onIssued: (issued: Issued) => void
}

/** Adds an installation, which gets a code, or edits one. */
export function SenderForm({ sender, onClose, onDone, onDirty, onIssued }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Draft>()
  const field = useFields(SenderDraft, 'senders')
  const { run, isBusy, problem } = useFormTask(form)
  const renew = useResourceRenewal('senders')
  useEffect(() => () => onDirty(false), [onDirty])
  const save = (draft: Draft) =>
    run(async () => {
      if (!sender) {
        const issued = await call(senders.create, draft, { quiet: true })
        renew()
        return onIssued(issued)
      }
      await call(senders.edit, { ...draft, id: sender.id }, { quiet: true })
      void message.success(t('senders.saved'))
      renew()
      onDone()
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={sender ?? { datasetGb: USUAL_GB, ftp: 'off' }}
      scrollToFirstError
      onValuesChange={() => onDirty(true)}
      onFinish={save}
      autoComplete="off"
    >
      <Form.Item {...field('name')}>
        <Input autoFocus />
      </Form.Item>
      <Form.Item {...field('host')} extra={t('senders.host.hint')}>
        <Input placeholder="https://data.example.org" />
      </Form.Item>
      <Form.Item {...field('account')}>
        <Input />
      </Form.Item>
      <Form.Item {...field('until')} valuePropName="day" extra={t('senders.until.hint')}>
        <DayField label={t('senders.until.label')} />
      </Form.Item>
      <Form.Item {...field('datasetGb')}>
        <InputNumber style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item {...field('ftp')} extra={t('senders.ftp.hint')}>
        <Select options={SenderFtp.options.map((value) => ({ value, label: t(`senders.ftp.${value}`) }))} />
      </Form.Item>
      <FormEnd submit={t(sender ? 'senders.save' : 'senders.add')} isBusy={isBusy} problem={problem} onCancel={onClose}>
        {sender && <CodeActions sender={sender} onDone={onDone} onIssued={onIssued} />}
      </FormEnd>
    </Form>
  )
}
