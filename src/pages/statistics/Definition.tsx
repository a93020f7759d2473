import { InfoCircleOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { of: string; children: ReactNode }

/** What a figure means, behind a button beside it. */
export function Definition({ of: name, children }: Props) {
  const { t } = useTranslation()
  return (
    <Popover trigger="click" content={<p className="statistics-definition">{children}</p>}>
      <button type="button" className="statistics-define" aria-label={t('statistics.definition', { name })}>
        <InfoCircleOutlined aria-hidden="true" />
      </button>
    </Popover>
  )
}
