import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertDirection } from '#contract/reports/alert.ts'
import { reports } from '#contract/reports.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { AlertLine } from '../../../src/charts/AlertLine.tsx'
import { Problem } from '../../../src/widgets/FormEnd.tsx'
import { Loaded } from '../../../src/widgets/Loaded.tsx'

type Props = { spaceId: string; reportId: string; card: string; name: string; onClose: () => void }

/** The alerts that somebody has on the number of a card. */
export function AlertDialog({ spaceId, reportId, card, name, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const one = { spaceId, id: reportId }
  const queryKey = ['reports', spaceId, 'alerts', reportId]
  const query = useQuery({ queryKey, queryFn: () => call(reports.alerts, one, { quiet: true }) })
  const [direction, setDirection] = useState<AlertDirection>('above')
  const [value, setValue] = useState<number | null>(null)
  const { run, isBusy, problem } = useTask()
  const change = (act: () => Promise<unknown>) =>
    run(async () => {
      await act()
      await client.invalidateQueries({ queryKey })
    })
  const add = () =>
    value !== null &&
    change(async () => {
      await call(reports.addAlert, { ...one, card, direction, value }, { quiet: true })
      setValue(null)
    })
  return (
    <Modal open title={t('reports.alerts.of', { name })} footer={null} onCancel={onClose}>
      <p>{t('reports.alerts.hint')}</p>
      <form
        className="alert-new"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Select<AlertDirection>
          aria-label={t('reports.alerts.direction')}
          value={direction}
          options={(['above', 'below'] as const).map((one) => ({ value: one, label: t(`reports.alerts.${one}`) }))}
          onChange={setDirection}
        />
        <InputNumber<number> aria-label={t('reports.alerts.value')} value={value} onChange={setValue} />
        <Button htmlType="submit" type="primary" loading={isBusy} disabled={value === null}>
          {t('reports.alerts.add')}
        </Button>
      </form>
      <Problem text={problem} />
      <Loaded query={query} rows={2}>
        {(alerts) => (
          <ul className="alert-list">
            {alerts
              .filter((alert) => alert.card === card)
              .map((alert) => (
                <AlertLine
                  key={alert.id}
                  alert={alert}
                  onSwitch={(isOn) =>
                    change(() => call(reports.switchAlert, { ...one, alert: alert.id, isOn }, { quiet: true }))
                  }
                  onRemove={() => change(() => call(reports.removeAlert, { ...one, alert: alert.id }, { quiet: true }))}
                />
              ))}
          </ul>
        )}
      </Loaded>
    </Modal>
  )
}
