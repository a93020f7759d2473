import { InfoCircleOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { of: string; children: ReactNode }

/** The definition of a figure, opened by a button beside it. */
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
