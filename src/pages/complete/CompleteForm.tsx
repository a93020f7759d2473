import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import type { SecondWay } from '#contract/session.ts'
import type { Pending } from '#contract/sign-in.ts'
import { leaveFor, pathWith } from '../addresses.ts'
import { arrive } from '../arrive.ts'
import { ClauseField, clauseProblem } from '../ClauseField.tsx'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import { Who } from '../PendingStep.tsx'
import { PersonFields, personFieldTexts } from '../PersonFields.tsx'
import { useForm } from '../use-form.ts'

type Props = {
  pending: Pending
  data: PageData
  onSecond: (ways: readonly SecondWay[]) => void
  onGone: () => void
  /** The page to bind an existing account; null if that is not allowed. */
  toBind: string | null
}

/** Name, work unit and e-mail address, prefilled with the values of the other site. */
export function CompleteForm({ pending, data, onSecond, onGone, toBind }: Props) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(pending.emailAccounts)
  const form = useForm({
    fields: {
      ...personFieldTexts(t),
      emailAccounts: t('session.login.emailAccounts.invalid'),
      clause: t('registration.clause.needed'),
    },
    rules: ({ signIn }) => signIn.complete.input.shape,
    also: (values) => clauseProblem(data, values, t('registration.clause.needed')),
    async send({ name = '', org = '', emailAccounts = '', clause }, { ask, signIn }) {
      const { state, user, ways } = await ask(signIn.complete, { name, org, emailAccounts, clause })
      if (state === 'mailSent')
        await leaveFor(pathWith('/validate-register-email', { email: emailAccounts, at: Date.now() }))
      if (user) await arrive(user)
      else onSecond(ways)
    },
    onRefused: ({ error }) => error === 'pendingGone' && onGone(),
  })
  const isTheirs = email.trim().toLowerCase() === pending.emailAccounts.toLowerCase()
  return (
    <FormCard
      form={form}
      title={t('signIn.complete.title')}
      lead={
        <>
          <Who pending={pending} />
          <p className="lead">{t('signIn.complete.lead')}</p>
        </>
      }
      submit={t('signIn.complete.submit')}
      busy={t('registration.sending')}
      after={
        toBind && (
          <div className="other-ways">
            <p className="divider">{t('signIn.complete.hasAccount')}</p>
            <a className="btn" href={toBind}>
              {t('signIn.complete.toBind')}
            </a>
          </div>
        )
      }
    >
      <PersonFields form={form} name={pending.name} org={pending.org} />
      <Field
        form={form}
        name="emailAccounts"
        type="email"
        label={t('session.email')}
        autoComplete="email"
        defaultValue={pending.emailAccounts}
        onInput={(event) => setEmail(event.currentTarget.value)}
        hint={<Hint pending={pending} isTheirs={isTheirs} sendsMail={data.sendsMail} />}
      />
      <ClauseField form={form} data={data} />
    </FormCard>
  )
}

type HintProps = Pick<Props, 'pending'> & { isTheirs: boolean; sendsMail: boolean }

function Hint({ pending, isTheirs, sendsMail }: HintProps) {
  const { t } = useTranslation()
  const follows = sendsMail ? 'signIn.complete.mailFollows' : 'signIn.complete.linkFollows'
  if (isTheirs && pending.isEmailTaken)
    return (
      <span className="warning" role="status">
        {t('signIn.complete.taken')}
      </span>
    )
  return <>{isTheirs && pending.isEmailVerified ? t('signIn.complete.vouched') : t(follows)}</>
}
