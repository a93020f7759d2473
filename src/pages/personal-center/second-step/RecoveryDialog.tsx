import { DownloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '#providers/save-blob.ts'
import { useUser } from '#providers/session.ts'
import { CopyButton } from '../../../widgets/CopyField.tsx'

type Props = { codes: string[]; onClose: () => void }

/** Shows the recovery codes once; the dialog closes when the user confirms that they are saved. */
export function RecoveryDialog({ codes, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={codes.length > 0}
      title={t('account.recovery.shown')}
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {codes.length > 0 && <Codes codes={codes} onClose={onClose} />}
    </Modal>
  )
}

function Codes({ codes, onClose }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const list = useRef<HTMLUListElement>(null)
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')

  const selectText = () => {
    if (list.current) getSelection()?.selectAllChildren(list.current)
  }
  const save = () => {
    const head = t('account.recovery.fileHead', { email: user?.emailAccounts ?? '', site: location.host })
    saveBlob(new Blob([`${head}\n\n${text}\n`], { type: 'text/plain' }), 'dataspace-recovery-codes.txt')
  }
  return (
    <div className="recovery">
      <p>{t('account.recovery.shownHint')}</p>
      <ul ref={list} className="num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="buttons">
        <Button icon={<DownloadOutlined />} onClick={save}>
          {t('account.recovery.download')}
        </Button>
        <CopyButton text={text} onRefused={selectText} />
      </div>
      <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
        {t('account.recovery.kept')}
      </Checkbox>
      <div className="buttons end">
        <Button type="primary" disabled={!isKept} onClick={onClose}>
          {t('account.recovery.close')}
        </Button>
      </div>
    </div>
  )
}
