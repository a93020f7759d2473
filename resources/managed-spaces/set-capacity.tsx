import { App, Form, InputNumber, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { BYTES_PER_GB, CAPACITY_MAX_GB } from '#contract/core/limits.ts'
import { type ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { call } from '#providers/call.ts'
import { useSiteStorage } from '#providers/site-storage.ts'
import { useFormTask } from '#providers/use-task.ts'
import { DiskRoom } from '../../src/widgets/DiskRoom.tsx'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { formatBytes } from '../../src/widgets/format.ts'
import { useWhole } from '../../src/widgets/use-whole.ts'
import { useSpaceCache } from './cache.ts'

/** Sets the capacity of the space. */
export function SetCapacity({ space, onClose }: { space: ManagedSpace; onClose: () => void }) {
  const { t } = useTranslation()
  const whole = useWhole()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ size: number }>()
  const { run, isBusy, problem } = useFormTask(form)
  const cache = useSpaceCache()
  const storage = useSiteStorage()
  const given = Form.useWatch<number | null>('size', form) ?? space.size
  const least = Math.max(1, Math.ceil(space.usedBytes / BYTES_PER_GB))
  const set = ({ size }: { size: number }) =>
    run(async () => {
      const changed = await call(managedSpaces.setCapacity, { id: space.id, size }, { quiet: true })
      cache.put(changed)
      void message.success(t('managedSpaces.capacity.done', { size: changed.size }))
      onClose()
    })
  return (
    <Modal
      open
      title={t('managedSpaces.capacity.title', { name: space.name })}
      okText={t('managedSpaces.capacity.button')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ size: space.size }} onFinish={set}>
        <Form.Item
          name="size"
          label={t('managedSpaces.capacity.label')}
          extra={
            <>
              <div>{t('managedSpaces.capacity.hint', { used: formatBytes(space.usedBytes), size: space.size })}</div>
              <DiskRoom storage={storage} growthGb={given - space.size} />
            </>
          }
          validateFirst
          rules={[
            whole(1, CAPACITY_MAX_GB),
            { type: 'number', min: least, message: t('managedSpaces.capacity.below', { size: least }) },
          ]}
        >
          <InputNumber suffix="GB" autoFocus style={{ width: 200 }} />
        </Form.Item>
      </Form>
      <Problem text={problem} />
    </Modal>
  )
}
