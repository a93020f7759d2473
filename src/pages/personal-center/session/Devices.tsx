import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { account, type Device } from '#contract/account.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section, When } from '../parts.tsx'
import { keys, useDevices } from '../queries.ts'
import { useAgentText, useMethodText } from './use-words.ts'

const quiet = { quiet: true }

/** The user's sessions, each with a button to end it. */
export function Devices() {
  const { t } = useTranslation()
  const query = useDevices()
  const others = query.data?.filter((device) => !device.isCurrent).length ?? 0
  return (
    <Section
      title={t('account.parts.devices')}
      hint={t('account.devices.hint')}
      action={others > 0 && <EndOthers count={others} />}
    >
      <Loaded query={query} rows={3}>
        {(devices) => (
          <>
            <ul className="personal-list">
              {devices
                .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
                .map((device) => (
                  <One key={device.id} device={device} />
                ))}
            </ul>
            {others === 0 && <p className="personal-none">{t('account.devices.alone')}</p>}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function EndOthers({ count }: { count: number }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const client = useQueryClient()
  const task = useTask()
  const end = () =>
    modal.confirm({
      title: t('account.devices.endOthersAsk', { count }),
      content: t('account.devices.endOthersLoss'),
      okText: t('account.devices.endOthers'),
      okButtonProps: { danger: true },
      onOk: () =>
        task.run(async () => {
          const ended = await call(account.endOthers, {}, quiet)
          await client.invalidateQueries({ queryKey: keys.devices })
          void message.success(t('account.devices.ended', { count: ended }))
        }),
    })
  return (
    <div>
      <Button danger loading={task.isBusy} onClick={end}>
        {t('account.devices.endOthers')}
      </Button>
      <Problem text={task.problem} />
    </div>
  )
}

function One({ device }: { device: Device }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const task = useTask()
  const agent = useAgentText()(device)
  const method = useMethodText()
  const { id, address, createdAt, seenAt, isCurrent } = device
  const end = () =>
    task.run(async () => {
      await call(account.endDevice, { id }, quiet)
      await client.invalidateQueries({ queryKey: keys.devices })
    })
  return (
    <li>
      <div className="personal-row">
        <div>
          <strong>{agent}</strong>
          <small>
            {address} · {method(device.method)} · {t('account.devices.since')}
            <When at={createdAt} />
            {!isCurrent && ` · ${t('account.devices.seen')}`}
            {!isCurrent && <When at={seenAt} />}
          </small>
        </div>
        {isCurrent ? (
          <span className="tag public">{t('account.devices.current')}</span>
        ) : (
          <Button loading={task.isBusy} aria-label={t('account.devices.endOne', { name: agent })} onClick={end}>
            {t('account.devices.end')}
          </Button>
        )}
      </div>
      <Problem text={task.problem} />
    </li>
  )
}
