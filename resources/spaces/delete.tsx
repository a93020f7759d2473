import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Space, spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { giveUp } from '#providers/give-up.ts'
import { useTask } from '#providers/use-task.ts'
import { formatBytes } from '../../src/widgets/format.ts'
import { IdentifierDialog } from '../../src/widgets/IdentifierDialog.tsx'

/** Deletes a space: names what will be lost and requires its identifier to be typed. */
export default function DeleteSpace({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, problem, clear } = useTask()

  async function remove(identifier: string) {
    await call(spaces.remove, { id: space.id, identifier }, { quiet: true })
    void message.success(t('spaces.delete.done'))
    await navigate('/space')
    await client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
  }
  const goOrStay = (identifier: string) =>
    run(() =>
      giveUp(() => remove(identifier)).catch((failure: unknown) => {
        void client.invalidateQueries({ queryKey: ['space'] })
        throw failure
      }),
    )
  return (
    <div className="panel danger">
      <p>{t(space.status === 'failed' ? 'spaces.delete.hintFailed' : 'spaces.delete.hint')}</p>
      <Button danger onClick={() => setAsking(true)}>
        {t('spaces.delete.button')}
      </Button>
      <IdentifierDialog
        isOpen={isAsking}
        title={t('spaces.delete.title', { name: space.name })}
        button={t('spaces.delete.button')}
        ask={t('spaces.delete.confirm', { identifier: space.identifier })}
        identifier={space.identifier}
        isBusy={isBusy}
        problem={problem}
        obstacle={space.isHeld ? t('spaces.delete.held') : ''}
        onConfirm={goOrStay}
        onClose={() => setAsking(false)}
        afterClose={clear}
      >
        {t('spaces.delete.loses')}
        <ul className="loss num">
          <li>
            {t('spaces.delete.lossFiles', {
              files: t('spaces.delete.files', { count: space.fileCount }),
              folders: t('spaces.delete.folders', { count: space.folderCount }),
              size: formatBytes(space.usedBytes),
            })}
          </li>
          <li>{t('spaces.delete.lossMembers', { count: space.memberCount })}</li>
        </ul>
      </IdentifierDialog>
    </div>
  )
}
