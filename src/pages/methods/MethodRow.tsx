import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { App, Button, Switch, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Method, type MethodHealth, methods } from '#contract/methods.ts'
import { call } from '#providers/call.ts'
import { formatDateTime, formatExact } from '../../widgets/format.ts'
import { useEnableAnyway } from './enable-anyway.tsx'
import { MethodIcon } from './MethodIcon.tsx'

type Props = {
  method: Method
  isFirst: boolean
  isLast: boolean
  onOpen: () => void
  onMove: (step: -1 | 1) => void
  onChange: () => void
}

/** A method in the list, with its state and number of bound accounts. */
export function MethodRow({ method, isFirst, isLast, onOpen, onMove, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const name = method.name[i18n.language === 'en' ? 'en' : 'zh']
  return (
    <>
      <span className="order">
        <HolderOutlined className="grip" aria-hidden="true" />
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          disabled={isFirst}
          data-move={`${method.id} -1`}
          aria-label={t('methods.up', { name })}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          disabled={isLast}
          data-move={`${method.id} 1`}
          aria-label={t('methods.down', { name })}
          onClick={() => onMove(1)}
        />
      </span>
      <MethodIcon kind={method.kind} icon={method.icon} />
      <div className="what">
        <h2>
          <button type="button" onClick={onOpen}>
            {name}
          </button>
          {method.source === 'environment' && (
            <Tooltip title={t('methods.fixedHint')}>
              <span className="tag" tabIndex={0}>
                {t('methods.environment')}
              </span>
            </Tooltip>
          )}
        </h2>
        <span className="kind">{t(`methods.kinds.${method.kind}.name`)}</span>
      </div>
      <Health health={method.health} />
      <span className="identities num">{t('methods.identities', { count: method.identities })}</span>
      <Button size="small" className="open" aria-label={t('methods.openOf', { name })} onClick={onOpen}>
        {t('methods.open')}
      </Button>
      <OnOff method={method} name={name} onChange={onChange} />
    </>
  )
}

function Health({ health }: { health: MethodHealth }) {
  const { t, i18n } = useTranslation()
  const { state, ms, reason, at } = health
  return (
    <div className="health num" data-state={state}>
      <span>
        <i aria-hidden="true" />
        {t(`methods.health.${state}`)}
        {state !== 'unknown' && ms > 0 && <small>{t('methods.ms', { count: ms })}</small>}
        {at && (
          <small title={formatExact(at, i18n.language)}>
            <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
          </small>
        )}
      </span>
      {reason && <p>{reason}</p>}
    </div>
  )
}

function OnOff({ method, name, onChange }: { method: Method; name: string; onChange: () => void }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const isFixed = method.source === 'environment'
  const isMeantAnyway = useEnableAnyway()

  async function set(isOn: boolean) {
    setBusy(true)
    const { id, kind, icon, config } = method
    const draft = { id, kind, icon, config, name: method.name, isOn }
    const isWanted = async () => {
      if (!isOn) return true
      const result = await call(methods.test, draft)
      return result.isOk || isMeantAnyway(result)
    }
    // The shell shows a refusal; the list is refetched in both cases.
    await (async () => (await isWanted()) && call(methods.update, draft))().catch(() => undefined)
    setBusy(false)
    onChange()
  }
  function ask(isOn: boolean) {
    if (isOn || !method.identities) return set(isOn)
    modal.confirm({
      title: t('methods.offAsk', { name }),
      content: t('methods.offLoses', { count: method.identities }),
      okText: t('methods.off'),
      cancelText: t('methods.cancel'),
      onOk: () => set(isOn),
    })
  }
  return (
    <Tooltip title={isFixed ? t('methods.fixedHint') : ''}>
      <span className="on-off">
        <Switch
          checked={method.isOn}
          loading={isBusy}
          disabled={isFixed}
          onChange={ask}
          aria-label={t('methods.onOf', { name })}
        />
      </span>
    </Tooltip>
  )
}
