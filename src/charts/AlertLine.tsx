import { DeleteOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alert, toldNumber } from '#contract/reports/alert.ts'
import { formatDateTime, localeOf } from '../widgets/format.ts'
import './alerts.css'

type Props = {
  alert: Alert
  /** The chart and the dashboard of the alert, where that is not clear. */
  place?: ReactNode
  /** Absent if the alert can't be switched. */
  onSwitch?: ((isOn: boolean) => void) | undefined
  onRemove: () => void
}

/** An alert in a list: its threshold, the result of the last check, and its switch. */
export function AlertLine({ alert, place, onSwitch, onRemove }: Props) {
  const { t, i18n } = useTranslation()
  const { direction, value, isOn, isCrossed, lastValue, checkedAt, failedAt } = alert
  const name = `${t(`reports.alerts.${direction}`)} ${value}`
  const number =
    lastValue === null
      ? '–'
      : toldNumber(lastValue, alert).toLocaleString(localeOf(i18n.language), { maximumSignificantDigits: 15 })
  const at = formatDateTime(failedAt ?? checkedAt, i18n.language)
  return (
    <li>
      <Switch size="small" checked={isOn} disabled={!onSwitch} aria-label={name} onChange={onSwitch} />
      <span>
        {place}
        <b className="num">{name}</b>
        <small>
          {failedAt
            ? t('reports.alerts.failed', { at })
            : t(isCrossed ? 'reports.alerts.crossed' : 'reports.alerts.waiting', { number, at })}
        </small>
      </span>
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={t('reports.alerts.remove', { name })}
        onClick={onRemove}
      />
    </li>
  )
}
