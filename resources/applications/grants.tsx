import { App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiGroup, type Application, type ApplicationGrant, applications } from '#contract/applications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { DayField } from '../../src/widgets/DayField.tsx'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { formatDay } from '../../src/widgets/format.ts'

/** The granted groups, each until a day or without an end. */
export function Grants({ application }: { application: Application }) {
  const { t, i18n } = useTranslation()
  const [isEdited, setEdited] = useState(false)
  if (isEdited) return <GrantEditor application={application} onDone={() => setEdited(false)} />
  const today = new Date().toISOString().slice(0, 10)
  return (
    <>
      {application.grants.length === 0 && <p className="applications-intro">{t('applications.nothingGranted')}</p>}
      <ul className="grant-list">
        {application.grants.map(({ group, until }) => (
          <li key={group}>
            <span>{t(`applications.groups.${group}.name`)}</span>
            <small className={until && until < today ? 'is-over' : ''}>
              {until ? t('applications.untilDay', { day: formatDay(until, i18n.language) }) : t('applications.noEnd')}
            </small>
          </li>
        ))}
      </ul>
      <Button onClick={() => setEdited(true)}>{t('applications.editGrants')}</Button>
    </>
  )
}

function GrantEditor({ application, onDone }: { application: Application; onDone: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [grants, setGrants] = useState(new Map(application.grants.map((grant) => [grant.group, grant])))
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('applications')
  function put(group: ApiGroup, grant: ApplicationGrant | null) {
    const next = new Map(grants)
    if (grant) next.set(group, grant)
    else next.delete(group)
    setGrants(next)
  }
  const save = () =>
    run(async () => {
      await call(applications.grant, { id: application.id, grants: [...grants.values()] }, { quiet: true })
      void message.success(t('applications.saved'))
      renew()
      onDone()
    })
  return (
    <div className="grant-editor">
      {ApiGroup.options.map((group) => {
        const grant = grants.get(group)
        const name = t(`applications.groups.${group}.name`)
        return (
          <div key={group} className="grant-row">
            <Checkbox
              checked={grant !== undefined}
              onChange={(event) => put(group, event.target.checked ? { group, until: null } : null)}
            >
              {name} <small>{t(`applications.groups.${group}.hint`)}</small>
            </Checkbox>
            {grant && (
              <DayField
                label={t('applications.untilOf', { name })}
                day={grant.until}
                min={new Date().toISOString().slice(0, 10)}
                onChange={(until) => put(group, { group, until: until ?? null })}
              />
            )}
          </div>
        )
      })}
      <FormEnd
        submit={t('applications.save')}
        isBusy={isBusy}
        problem={problem}
        onSubmit={() => void save()}
        onCancel={onDone}
      />
    </div>
  )
}
