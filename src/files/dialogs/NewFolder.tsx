import { Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#providers/call.ts'
import { nameProblem } from '../name-problem.ts'
import type { DialogProps } from './dialog-props.ts'

export function NewFolder({ context, onClose }: DialogProps<'newFolder'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  async function finish() {
    const wanted = name.trim()
    const problem = nameProblem(t, wanted)
    if (problem) return setError(problem)
    setBusy(true)
    try {
      await context.createFolder(wanted)
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
