import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './records.css'

type Props = {
  children: ReactNode
  /** Removes all filters; null while there are none. */
  onClear: (() => void) | null
  /** Actions on the list, at the end of the row. */
  end?: ReactNode
}

/** The filters above a list of administration: a search, choices, and at the end what acts on the list. */
export function FilterRow({ children, onClear, end }: Props) {
  const { t } = useTranslation()
  return (
    <search className="record-filters">
      {children}
      <span className="record-filters-end">
        {onClear && (
          <Button type="text" onClick={onClear}>
            {t('common.clear')}
          </Button>
        )}
        {end}
      </span>
    </search>
  )
}
