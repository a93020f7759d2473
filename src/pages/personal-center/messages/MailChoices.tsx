import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { account, MailType } from '#contract/account.ts'
import type { DataOf } from '#contract/core/operation.ts'
import { call } from '#providers/call.ts'
import { useSendsMail } from '#providers/sends-mail.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../../widgets/FormEnd.tsx'
import { Loaded } from '../../../widgets/Loaded.tsx'
import { Section } from '../parts.tsx'
import { keys, useMailTypes } from '../queries.ts'

type Choices = DataOf<typeof account.mailTypes>

/** Switches for the mails that the user gets; each is saved at once. */
export function MailChoices() {
  const { t } = useTranslation()
  const hint = useSendsMail() ? t('account.mails.hint') : t('account.mails.off')
  return (
    <Section title={t('account.parts.mails')} hint={hint}>
      <Loaded query={useMailTypes()} rows={6}>
        {(choices) => (
          <ul className="personal-list">
            {MailType.options.map((type) => (
              <Choice key={type} type={type} isOn={choices[type] ?? true} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

function Choice({ type, isOn }: { type: MailType; isOn: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const task = useTask()
  const id = useId()
  const keep = (value: boolean) =>
    client.setQueryData<Choices>(keys.mailTypes, (known) => known && { ...known, [type]: value })

  /** Shown at once, and reverted if the call fails. */
  const choose = (value: boolean) =>
    task.run(async () => {
      keep(value)
      try {
        await call(account.setMailType, { type, value }, { quiet: true })
      } catch (failure) {
        keep(!value)
        throw failure
      }
    })
  return (
    <li>
      <div className="personal-row">
        <label htmlFor={id}>
          <strong>{t(`account.mails.types.${type}.title`)}</strong>
          <small>{t(`account.mails.types.${type}.hint`)}</small>
        </label>
        <Switch
          id={id}
          checked={isOn}
          disabled={task.isBusy}
          aria-label={t(`account.mails.types.${type}.title`)}
          onChange={choose}
        />
      </div>
      <Problem text={task.problem} />
    </li>
  )
}
