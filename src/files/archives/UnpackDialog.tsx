import { Alert, Form, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { archives } from '#contract/archives.ts'
import type { Conflict } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { ConflictField } from './ConflictField.tsx'
import { useBegin } from './use-begin.ts'

/** Asks for the folder that an archive is extracted into. */
export default function UnpackDialog({ context, onClose }: DialogProps<'unpack'>) {
  const { t } = useTranslation()
  const [into, setInto] = useState<'folder' | 'here'>('folder')
  const [conflict, setConflict] = useState<Conflict>('keepBoth')
  const { isBusy, problem, begin } = useBegin(context.space.id, onClose)
  const [archive] = context.selected
  if (!archive) return null
  const finish = () =>
    begin(() =>
      call(archives.unpack, { spaceId: context.space.id, hash: archive.hash, into, conflict }, { quiet: true }),
    )
  return (
    <Modal
      open
      title={t('archives.unpackTitle', { name: archive.name })}
      okText={t('archives.unpack')}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('archives.into')}>
          <Radio.Group
            value={into}
            onChange={(event) => setInto(event.target.value as typeof into)}
            options={(['folder', 'here'] as const).map((value) => ({ value, label: t(`archives.intos.${value}`) }))}
            vertical
          />
        </Form.Item>
        {into === 'here' && <ConflictField value={conflict} onChange={setConflict} />}
        <p className="soft">{t('archives.unpackHint')}</p>
      </Form>
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}
