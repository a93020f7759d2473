import { CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { copyText } from '#widgets/copy-text.ts'

/** The public address of a space, to open or to copy. */
export function CopyAddress({ path }: { path: string }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const address = `${location.origin}${path}`
  const copy = async () =>
    (await copyText(address))
      ? message.success(t('spaces.address.copied'))
      : message.warning(t('spaces.address.notCopied'))
  return (
    <span className="copy-address">
      <a href={path}>{address}</a>
      <Button
        size="small"
        type="text"
        icon={<CopyOutlined />}
        aria-label={t('spaces.address.copy')}
        title={t('spaces.address.copy')}
        onClick={() => void copy()}
      />
    </span>
  )
}
