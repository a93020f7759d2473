import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { VERSION_NAME_MAX, VERSION_WORDS_MAX } from '#contract/core/limits.ts'
import { versions } from '#contract/versions.ts'
import { call } from '#providers/call.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../widgets/FormEnd.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { snapshotsKey } from './SnapshotsView.tsx'

type Words = { name: string; description?: string }

/** Creates a version of the current state of a folder or the whole space. */
export default function MakeDialog({ context, about: { folder }, onClose }: DialogProps<'makeVersion'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [form] = Form.useForm<Words>()
  const task = useFormTask(form)
  const spaceId = context.space.id
  const make = ({ name = '', description = '' }: Words) =>
    task.run(async () => {
      await call(versions.make, { spaceId, ...(folder && { hash: folder.hash }), name, description }, { quiet: true })
      context.say('versions.make.begun')
      await client.invalidateQueries({ queryKey: snapshotsKey(spaceId) })
      onClose()
    })
  return (
    <Modal
      open
      title={t('versions.make.title')}
      okText={t('versions.make.start')}
      confirmLoading={task.isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={make}>
        <Form.Item label={t('versions.make.folder')}>
          <b>{folder?.name || t('versions.snapshots.whole')}</b>
        </Form.Item>
        <Form.Item name="name" label={t('versions.make.name')}>
          <Input maxLength={VERSION_NAME_MAX} placeholder={t('versions.make.nameHint')} autoFocus />
        </Form.Item>
        <Form.Item name="description" label={t('versions.make.description')}>
          <Input.TextArea maxLength={VERSION_WORDS_MAX} autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
      <Problem text={task.problem} />
    </Modal>
  )
}
