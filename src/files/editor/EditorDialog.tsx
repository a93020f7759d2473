import { Alert, App, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_EDIT_BYTES } from '#contract/core/limits.ts'
import { Empty } from '../../widgets/Empty.tsx'
import { formatBytes } from '../../widgets/format.ts'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'
import { TextSkeleton } from '../../widgets/Skeleton.tsx'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { Editing } from './Editing.tsx'
import { useOpened } from './use-opened.ts'
import '../versions/versions.css'
import './editor.css'

/** Edits a text file of the space in a dialog. */
export default function EditorDialog(props: DialogProps<'editText'>) {
  const { context, about, onClose } = props
  const { record } = about
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [isDirty, setDirty] = useState(false)
  const leave = () => {
    if (!isDirty) return onClose()
    modal.confirm({
      title: t('versions.editor.leave'),
      content: t('versions.editor.leaveHint'),
      okText: t('versions.editor.leaveOk'),
      cancelText: t('versions.editor.stay'),
      onOk: onClose,
    })
  }
  return (
    <Modal
      open
      footer={null}
      mask={{ closable: false }}
      width="min(1280px, 96vw)"
      className="own-width"
      title={t('versions.editor.title', { name: record.name })}
      // An Escape that the editor has handled, such as to close its search, must not close the dialog.
      onCancel={({ defaultPrevented }) => defaultPrevented || leave()}
      destroyOnHidden
    >
      <Opened context={context} about={about} onClose={leave} onDirty={setDirty} />
    </Modal>
  )
}

type Props = DialogProps<'editText'> & { onDirty: (isDirty: boolean) => void }

function Opened({ context, about: { record }, onClose, onDirty }: Props) {
  const { t } = useTranslation()
  const [isAgreed, agree] = useState(false)
  const query = useOpened(context.space.id, record)
  if (record.size > TEXT_EDIT_BYTES || query.data?.isTooLarge)
    return <Empty title={t('versions.editor.tooLarge', { size: formatBytes(TEXT_EDIT_BYTES, 0) })} />
  if (query.isError)
    return <NotLoaded title={t('versions.editor.failed')} error={query.error} onRetry={query.refetch} />
  if (!query.data)
    return (
      <div className="editor-body">
        <TextSkeleton lines={12} />
      </div>
    )
  const { opened, base, language } = query.data
  if (!opened) return <Empty title={t('versions.editor.binary')} />
  if (opened.encoding !== 'UTF-8' && !isAgreed)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('versions.editor.encoding', { encoding: opened.encoding })}
        action={
          <Button type="primary" onClick={() => agree(true)}>
            {t('versions.editor.encodingOk')}
          </Button>
        }
      />
    )
  return (
    <Editing
      context={context}
      record={record}
      opened={opened}
      base={base}
      language={language}
      onClose={onClose}
      onDirty={onDirty}
    />
  )
}
