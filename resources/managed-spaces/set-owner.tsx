import { App, Form, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { call } from '#providers/call.ts'
import { findPeople } from '#providers/people.ts'
import { useFormTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { PersonSelect } from '../../src/widgets/PersonSelect.tsx'
import { useSpaceCache } from './cache.ts'

/** Makes another person the owner of the space. */
export function SetOwner({ space, onClose }: { space: ManagedSpace; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ personId?: string }>()
  const { run, isBusy, problem } = useFormTask(form)
  const cache = useSpaceCache()
  const give = ({ personId = '' }: { personId?: string }) =>
    run(async () => {
      const changed = await call(managedSpaces.setOwner, { id: space.id, personId }, { quiet: true })
      cache.put(changed)
      void message.success(t('managedSpaces.owner.done', { name: changed.owner.personName }))
      onClose()
    })
  return (
    <Modal
      open
      title={t('managedSpaces.owner.title', { name: space.name })}
      okText={t('managedSpaces.owner.button')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="managed-hint">{t('managedSpaces.owner.means', { name: space.owner.personName })}</p>
      <Form form={form} layout="vertical" initialValues={{ personId: undefined }} onFinish={give}>
        <Form.Item
          name="personId"
          label={t('managedSpaces.owner.label')}
          rules={[{ required: true, message: t('managedSpaces.owner.needed') }]}
        >
          <PersonSelect
            label={t('managedSpaces.owner.label')}
            placeholder={t('managedSpaces.owner.placeholder')}
            without={space.owner.personId}
            find={findPeople}
          />
        </Form.Item>
      </Form>
      <Problem text={problem} />
    </Modal>
  )
}
