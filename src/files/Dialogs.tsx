import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFileName } from '#contract/files.ts'
import { sentenceOf } from '#providers/call.ts'
import { actions } from './actions/index.ts'
import type { Asking, Desk } from './desk.ts'
import { FolderChooser } from './FolderChooser.tsx'

type Props = { desk: Desk; asking: Asking; create: (name: string) => Promise<void> }

/** The questions of the file manager, one at a time. */
export function Dialogs({ desk, asking, create }: Props) {
  const close = () => desk.ask(null)
  if (asking === 'newFolder') return <NewFolder create={create} onClose={close} />
  if (asking === 'keys') return <Keys onClose={close} />
  if (asking === 'moveTo' || asking === 'copyTo')
    return <FolderChooser desk={desk} kind={asking === 'moveTo' ? 'move' : 'copy'} onClose={close} />
  return null
}

function NewFolder({ create, onClose }: { create: Props['create']; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  async function finish() {
    const wanted = name.trim()
    if (!isFileName(wanted)) return setError(t('files.nameInvalid', { name: wanted }))
    setBusy(true)
    try {
      await create(wanted)
      onClose()
    } catch (failure) {
      setError(sentenceOf(failure))
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('files.actions.newFolder')}
      okText={t('files.create')}
      onOk={finish}
      onCancel={onClose}
      confirmLoading={isBusy}
    >
      <Input
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={finish}
        placeholder={t('files.folderName')}
        aria-label={t('files.folderName')}
        status={error ? 'error' : ''}
        autoFocus
      />
      {error && (
        <p className="name-error" role="alert">
          {error}
        </p>
      )}
    </Modal>
  )
}

function Keys({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('files.keys.title')} footer={null} onCancel={onClose}>
      <dl className="key-list">
        {actions
          .filter((action) => action.shortcut)
          .map((action) => (
            <div key={action.name}>
              <dt>
                <kbd>{action.shortcut}</kbd>
              </dt>
              <dd>{t(`files.actions.${action.name}`)}</dd>
            </div>
          ))}
        {(['arrows', 'shift', 'ctrl', 'letters', 'search', 'up', 'escape'] as const).map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`files.keys.${key}.key`)}</kbd>
            </dt>
            <dd>{t(`files.keys.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
