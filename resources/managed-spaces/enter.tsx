import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { spacePath } from '#contract/pages/paths.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { useSpaceCache } from './cache.ts'

/** Adds the administrator to the space as a member, visible to all members. */
export function EnterSpace({ space, onClose }: { space: ManagedSpace; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run, isBusy, problem } = useTask()
  const cache = useSpaceCache()
  const enter = () =>
    run(async () => {
      await call(managedSpaces.enter, { id: space.id }, { quiet: true })
      cache.renew()
      await navigate(spacePath(space.id, 'filesManage'))
    })
  return (
    <Modal
      open
      title={t('managedSpaces.enter.title', { name: space.name })}
      okText={t('managedSpaces.enter.button')}
      cancelText={t('common.cancel')}
      okButtonProps={{ loading: isBusy }}
      onOk={enter}
      onCancel={onClose}
    >
      <p>{t('managedSpaces.enter.means', { owner: space.owner.personName })}</p>
      <Problem text={problem} />
    </Modal>
  )
}
