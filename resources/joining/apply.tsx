import { App, Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/core/limits.ts'
import { joining } from '#contract/joining.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useJoiningRenewal } from '#providers/joining.ts'
import { besideField, useFormTask } from '#providers/use-task.ts'

/** Requests membership in a space, with a reason. */
export default function ApplyDialog({
  space,
  isOpen,
  onClose,
}: {
  space: Space
  isOpen: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const renew = useJoiningRenewal()
  const [form] = Form.useForm<{ reason: string }>()
  const { run, isBusy } = useFormTask(form, besideField('reason'))
  const apply = ({ reason }: { reason: string }) =>
    run(async () => {
      await call(joining.apply, { id: space.id, reason: reason.trim() }, { quiet: true })
      void message.success(t('joining.join.asked', { space: space.name }))
      onClose()
      renew(space.id)
    })
  return (
    <Modal
      open={isOpen}
      title={t('joining.join.title', { space: space.name })}
      okText={t('joining.join.send')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" preserve={false} initialValues={{ reason: '' }} onFinish={apply}>
        <Form.Item
          name="reason"
          label={t('joining.join.reason')}
          extra={t('joining.join.hint', { owner: space.owner.personName })}
        >
          <Input.TextArea rows={4} maxLength={TEXT_MAX} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
