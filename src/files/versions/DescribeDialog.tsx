import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Modal, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { VERSION_NAME_MAX, VERSION_WORDS_MAX } from '#contract/core/limits.ts'
import { versions } from '#contract/versions.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../widgets/FormEnd.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { versionsKey } from './use-versions.ts'

type Words = { name: string; description: string; isPinned: boolean }

/** Edits the name and description of a version. */
export default function DescribeDialog({
  context,
  about: { record, version },
  onClose,
}: DialogProps<'describeVersion'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [form] = Form.useForm<Words>()
  const task = useFormTask(form)
  const { number, name, description, isPinned } = version
  const one = { spaceId: context.space.id, hash: record.hash }
  const save = (words: Words) =>
    task.run(async () => {
      await call(versions.describe, { ...one, number, ...words }, { quiet: true })
      await client.invalidateQueries({ queryKey: versionsKey(one.spaceId, one.hash) })
      onClose()
    })
  return (
    <Modal
      open
      title={t('versions.describe.title', { number })}
      okText={t('versions.rule.save')}
      confirmLoading={task.isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ name, description, isPinned }} onFinish={save}>
        <Form.Item name="name" label={t('versions.describe.name')} extra={t('versions.describe.hint')}>
          <Input maxLength={VERSION_NAME_MAX} autoFocus />
        </Form.Item>
        <Form.Item name="description" label={t('versions.describe.description')}>
          <Input.TextArea maxLength={VERSION_WORDS_MAX} autoSize={{ minRows: 2 }} />
        </Form.Item>
        <Form.Item name="isPinned" label={t('versions.describe.keep')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
      <Problem text={task.problem} />
    </Modal>
  )
}
