import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { type Made, RotateDialog } from './secret.tsx'

type Props = { application: Application; onMade: (made: Made) => void; onRemoved: () => void }

/** The actions on a whole application. */
export function ApplicationActions({ application, onMade, onRemoved }: Props) {
  const { t } = useTranslation()
  const [isRotating, setRotating] = useState(false)
  return (
    <div className="application-actions">
      <OnlineButton application={application} />
      <Button onClick={() => setRotating(true)}>{t('applications.rotate')}</Button>
      <RemoveButton application={application} onRemoved={onRemoved} />
      {isRotating && (
        <RotateDialog
          application={application}
          onClose={() => setRotating(false)}
          onMade={(made) => {
            setRotating(false)
            onMade(made)
          }}
        />
      )}
    </div>
  )
}

function RemoveButton({ application: { id, name }, onRemoved }: Pick<Props, 'application' | 'onRemoved'>) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const renew = useResourceRenewal('applications')
  // The shell shows a refusal; who does not confirm who they are keeps the application.
  const remove = () =>
    call(applications.remove, { id }).then(() => {
      onRemoved()
      renew()
    }, renew)
  const ask = () =>
    modal.confirm({
      title: t('applications.removeTitle', { name }),
      content: t('applications.removeLoses'),
      okText: t('applications.remove'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: remove,
    })
  return (
    <Button danger onClick={ask}>
      {t('applications.remove')}
    </Button>
  )
}

function OnlineButton({ application: { id, name, isOnline } }: { application: Application }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const renew = useResourceRenewal('applications')
  // The shell shows a refusal.
  const set = () => call(applications.setOnline, { id, isOnline: !isOnline }).then(renew, renew)
  const ask = () =>
    modal.confirm({
      title: t('applications.disableTitle', { name }),
      content: t('applications.disableLoses'),
      okText: t('applications.disable'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: set,
    })
  if (isOnline) return <Button onClick={ask}>{t('applications.disable')}</Button>
  return (
    <Button type="primary" onClick={() => void set()}>
      {t('applications.enable')}
    </Button>
  )
}
