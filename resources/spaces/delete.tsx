import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type Space, spaces } from '#contract/spaces.ts'
import { call, sentenceOf } from '#providers/call.ts'
import { giveUp } from '#providers/give-up.ts'
import { formatBytes } from '../../src/widgets/format.ts'

/** Deletes a space: names what will be lost and requires its identifier to be typed. */
export default function DeleteSpace({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [identifier, setIdentifier] = useState('')
  const [error, setError] = useState('')

  async function remove() {
    await call(spaces.remove, { id: space.id, identifier }, { quiet: true })
    void message.success(t('spaces.delete.done'))
    await navigate('/space')
    await client.invalidateQueries({ queryKey: ['data', 'default', 'spaces'] })
  }
  async function goOrStay() {
    setError('')
    await giveUp(remove).catch((failure: unknown) => {
      setError(sentenceOf(failure))
      return client.invalidateQueries({ queryKey: ['space'] })
    })
  }
  return (
    <div className="panel danger">
      <p>{t(space.status === 'failed' ? 'spaces.delete.hintFailed' : 'spaces.delete.hint')}</p>
      <Button danger onClick={() => setAsking(true)}>
        {t('spaces.delete.button')}
      </Button>
      <Modal
        open={isAsking}
        title={t('spaces.delete.title', { name: space.name })}
        okText={t('spaces.delete.button')}
        okButtonProps={{ danger: true, disabled: identifier !== space.identifier }}
        onOk={goOrStay}
        onCancel={() => setAsking(false)}
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
        <p>{t('spaces.delete.confirm', { identifier: space.identifier })}</p>
        <Input
          value={identifier}
          onChange={(event) => setIdentifier(event.target.value)}
          aria-label={t('spaces.identifier.label')}
          status={error ? 'error' : ''}
          autoComplete="off"
        />
        {error && (
          <p className="said" role="alert">
            {error}
          </p>
        )}
      </Modal>
    </div>
  )
}
