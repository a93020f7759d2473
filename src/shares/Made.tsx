import { CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Share } from '#contract/shares.ts'
import { copyText } from '#widgets/copy-text.ts'
import { CopyField } from '../widgets/CopyField.tsx'
import { formatDay } from '../widgets/format.ts'

/** A new link to copy; its password is shown only once. */
export function Made({ share, password }: { share: Share; password: string }) {
  const { t, i18n } = useTranslation()
  const day = formatDay(share.endTime, i18n.language)
  return (
    <div className="share-made">
      <p>{t(password ? 'shares.worksLocked' : 'shares.worksUntil', { day })}</p>
      <CopyField label={t('shares.link')} value={share.link ?? ''} />
      {password && (
        <>
          <CopyField label={t('shares.password')} value={password} isSecret />
          <CopyBoth text={t('shares.message', { link: share.link, password })} />
          <small>{t('shares.onceOnly')}</small>
        </>
      )}
      {!share.mayDownload && <small>{t('shares.viewIsSeen')}</small>}
    </div>
  )
}

/** Copies link and password as one message to send. */
function CopyBoth({ text }: { text: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const copy = async () => {
    if (await copyText(text)) void message.success(t('shares.bothCopied'))
    else void message.warning(t('files.notCopied', { text }))
  }
  return (
    <Button icon={<CopyOutlined />} onClick={() => void copy()}>
      {t('shares.copyBoth')}
    </Button>
  )
}
