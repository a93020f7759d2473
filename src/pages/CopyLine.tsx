import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#widgets/copy-text.ts'

/** A text with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(value))
  return (
    <div className="copy-line">
      <span>{label}</span>
      <code>{value}</code>
      <Button
        size="small"
        icon={isCopied ? <CheckOutlined /> : <CopyOutlined />}
        onClick={copy}
        aria-label={t('methods.addresses.copy', { what: label })}
      >
        {isCopied ? t('methods.addresses.copied') : t('methods.addresses.copyShort')}
      </Button>
    </div>
  )
}
