import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondWay } from '#contract/session.ts'
import type { PublicMethod } from '#contract/sign-in.ts'
import { leaveFor, nextStep, stepsOf } from '../addresses.ts'
import { arrive } from '../arrive.ts'
import { CardPage } from '../CardPage.tsx'
import { Field } from '../Field.tsx'
import { FormCard } from '../FormCard.tsx'
import { PasswordField } from '../PasswordField.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { SignInClosed } from '../SignInClosed.tsx'
import { useForm } from '../use-form.ts'

const SecondStep = part(async () => (await import('../SecondStep.tsx')).SecondStep)

/** Sign-in by the institution's directory. */
export default function DirectoryPage({ data, search }: PageProps) {
  const { t } = useTranslation()
  const [ways, setWays] = useState<readonly SecondWay[]>([])
  const [said, setSaid] = useState('')
  const directories = data.methods.filter(({ kind }) => kind === 'ldap')
  const beginAnew = (text = '') => {
    setSaid(text)
    setWays([])
  }
  return (
    <CardPage data={data}>
      {ways.length > 0 ? (
        <SecondStep ways={ways} onOver={beginAnew} />
      ) : directories.length ? (
        <DirectoryForm directories={directories} search={search} said={said} onSecond={setWays} />
      ) : (
        <SignInClosed title={t('signIn.directory.title')} why={t('signIn.directory.off')} search={search} />
      )}
    </CardPage>
  )
}

type Props = {
  directories: readonly PublicMethod[]
  search: string
  said: string
  onSecond: (ways: readonly SecondWay[]) => void
}

function DirectoryForm({ directories, search, said, onSecond }: Props) {
  const { t } = useTranslation()
  const form = useForm(
    {
      fields: { username: t('signIn.directoryRefused'), password: t('signIn.directoryRefused') },
      rules: ({ signIn }) => signIn.directory.input.shape,
      async send({ methodId, username = '', password = '' }, { ask, signIn }) {
        const { user, ways, isPending } = await ask(signIn.directory, { methodId, username, password })
        if (isPending) await leaveFor(nextStep(stepsOf('ldap').complete, search))
        if (user) await arrive(user)
        else onSecond(ways)
      },
    },
    said ? { '': said } : {},
  )
  return (
    <FormCard
      form={form}
      title={t('signIn.directory.title')}
      lead={<p className="lead">{t('signIn.directory.lead')}</p>}
      submit={t('session.submit')}
      busy={t('session.submitting')}
      after={
        <p className="form-links">
          <a href={nextStep('/login', search)}>{t('session.toLogin')}</a>
        </p>
      }
    >
      <Choice directories={directories} search={search} />
      <Field
        form={form}
        name="username"
        label={t('signIn.directory.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField form={form} name="password" label={t('session.password')} />
    </FormCard>
  )
}

function Choice({ directories, search }: Pick<Props, 'directories' | 'search'>) {
  const { t } = useTranslation()
  const asked = new URLSearchParams(search).get('method')
  const first = directories.find(({ id }) => id === asked) ?? directories[0]
  if (directories.length === 1) return <input type="hidden" name="methodId" value={first?.id} />
  return (
    <label className="field">
      <span>{t('signIn.directory.which')}</span>
      <select name="methodId" defaultValue={first?.id}>
        {directories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
