import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { archives } from '#contract/archives.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import type { DialogProps } from '../dialogs/index.ts'
import { useBegin } from './use-begin.ts'

/** Reading contents again, here or by the reader's own program. */
export default function VerifyDialog({ desk, onClose }: DialogProps<'verify'>) {
  const { t } = useTranslation()
  const { isBusy, problem, begin } = useBegin(desk.space.id, onClose)
  const spaceId = desk.space.id
  const chosen = desk.isAll || !desk.marked.length ? (desk.folder ? [desk.folder] : []) : desk.marked
  const [one] = chosen
  const finish = () =>
    begin(() => call(archives.verify, { spaceId, hashList: chosen.map(({ hash }) => hash) }, { quiet: true }))
  return (
    <Modal
      open
      title={t('archives.verifyTitle')}
      okText={t('archives.verify')}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      <p>{t('archives.verifyHint', { count: chosen.length })}</p>
      {chosen.length === 1 && one && (
        <>
          <p className="soft">{t('archives.sumsHint')}</p>
          <Button icon={<DownloadOutlined />} href={addressOf(archives.sums, { spaceId, hash: one.hash })}>
            {t('archives.sums')}
          </Button>
        </>
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}
