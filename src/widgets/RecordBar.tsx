import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  label: string
  /** What is selected, or how far an action is. */
  status: string
  /** Selects nothing; without it there is no such button. */
  onClear?: (() => void) | undefined
  children: ReactNode
}

/** The actions for the selected rows of an administration list; floats above it. */
export function RecordBar({ label, status, onClear, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="record-bar num" role="toolbar" aria-label={label}>
      <span role="status">{status}</span>
      {children}
      {onClear && (
        <Button size="small" type="text" onClick={onClear}>
          {t('common.clearSelection')}
        </Button>
      )}
    </div>
  )
}
