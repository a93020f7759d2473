import { Checkbox, Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_NAME_MAX } from '#contract/core/limits.ts'
import { useFormTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'

type Named = { name: string; isShared: boolean }
type Props = {
  title: string
  label: string
  /** The current name; '' for none. */
  name?: string
  /** Asks whether the others see it too, in these words. */
  share?: ReactNode
  isNeeded?: boolean
  /** Said below the field while this name is typed. */
  hint?: (name: string) => string | undefined
  onSave: (named: Named) => Promise<unknown>
  onClose: () => void
}

/** Asks for a name; a refusal stays in the dialog, and so does what was typed. */
export function NameDialog({ title, label, name = '', share, isNeeded = false, hint, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Named>()
  const { run, isBusy, problem } = useFormTask(form)
  const present = Form.useWatch('name', form) ?? name
  const save = ({ name: typed, isShared = false }: Named) =>
    run(async () => {
      await onSave({ name: typed, isShared })
      onClose()
    })
  const message = t('tables.name.invalid')
  return (
    <Modal open title={title} footer={null} onCancel={onClose} destroyOnHidden>
      <Form form={form} layout="vertical" initialValues={{ name, isShared: false }} onFinish={save}>
        <Form.Item
          name="name"
          label={label}
          extra={hint?.(present.trim())}
          rules={[
            { required: isNeeded, whitespace: true, message },
            { max: TABLE_NAME_MAX, message },
          ]}
        >
          <Input autoFocus />
        </Form.Item>
        {share && (
          <Form.Item name="isShared" valuePropName="checked">
            <Checkbox>{share}</Checkbox>
          </Form.Item>
        )}
        <FormEnd submit={t('tables.keep')} isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
