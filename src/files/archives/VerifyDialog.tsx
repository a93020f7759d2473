import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { archives } from '#contract/archives.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { chosenHashes } from '../chosen.ts'
import type { DialogProps } from '../dialogs/dialog-props.ts'
import { ChosenProblem, useChosen } from '../dialogs/use-chosen.tsx'
import { useBegin } from './use-begin.ts'

/** Verifies stored contents on the server, or with a checksum file for the user's own program. */
export default function VerifyDialog({ context, onClose }: DialogProps<'verify'>) {
  const { t } = useTranslation()
  const { isBusy, problem, begin } = useBegin(context.space.id, onClose)
  const spaceId = context.space.id
  const isFolderInView = !context.isAll && !context.selected.length
  const chosen = useChosen(async () =>
    isFolderInView ? (context.folder ? [context.folder.hash] : []) : chosenHashes(context),
  )
  const hashList = chosen.items ?? []
  const [hash] = hashList
  const finish = () => begin(() => call(archives.verify, { spaceId, hashList: [...hashList] }, { quiet: true }))
  return (
    <Modal
      open
      title={t('archives.verifyTitle')}
      okText={t('archives.verify')}
      okButtonProps={{ disabled: !hashList.length || chosen.isTooMany }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
    >
      <p>{t('archives.verifyHint', { count: isFolderInView ? 1 : context.count })}</p>
      {hashList.length === 1 && hash && (
        <>
          <p className="soft">{t('archives.sumsHint')}</p>
          <Button icon={<DownloadOutlined />} href={addressOf(archives.sums, { spaceId, hash })}>
            {t('archives.sums')}
          </Button>
        </>
      )}
      <ChosenProblem chosen={chosen} />
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}
