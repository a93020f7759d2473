import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { IdentifierDialog } from '../../src/widgets/IdentifierDialog.tsx'
import { useSpaceCache } from './cache.ts'

type Props = { space: ManagedSpace; onClose: () => void; onGone: () => void }

/** Deletes a space: names what will be lost and requires its identifier to be typed. */
export function DeleteSpace({ space, onClose, onGone }: Props) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { run, isBusy, problem } = useTask()
  const cache = useSpaceCache()
  const remove = (identifier: string) =>
    run(async () => {
      await call(spaces.remove, { id: space.id, identifier }, { quiet: true })
      void message.success(t('spaces.delete.done'))
      // Close first, so that the open drawer does not refetch the deleted space.
      onClose()
      onGone()
      cache.renew()
    })
  return (
    <IdentifierDialog
      isOpen
      title={t('spaces.delete.title', { name: space.name })}
      button={t('spaces.delete.button')}
      ask={t('spaces.delete.confirm', { identifier: space.identifier })}
      identifier={space.identifier}
      isBusy={isBusy}
      problem={problem}
      obstacle={space.isHeld ? t('spaces.delete.held') : ''}
      onClose={onClose}
      onConfirm={remove}
    >
      {t('spaces.delete.loses')}
      <ul className="managed-loss num">
        <li>{t('managedSpaces.delete.lossFiles', { count: space.fileCount, size: formatBytes(space.usedBytes) })}</li>
        <li>{t('spaces.delete.lossMembers', { count: space.memberCount })}</li>
      </ul>
      <p className="managed-hint">{t('managedSpaces.delete.notified')}</p>
    </IdentifierDialog>
  )
}
