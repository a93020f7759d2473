import { useTranslation } from 'react-i18next'
import { leaveFor, pathWith } from '../addresses.ts'
import { PasswordField } from '../PasswordField.tsx'
import { useForm } from '../use-form.ts'
import { loadCalls } from './calls.ts'

/** Refusals in the address after the form was submitted without JavaScript. */
const SAID = ['sharePasswordWrong', 'shareClosed', 'tooManyRequests'] as const

type Props = { linkId: string; path: string; search: string }

/** Asks for the password of a link; without JavaScript the form is submitted and redirects back to this page. */
export function PasswordCard({ linkId, path, search }: Props) {
  const { t } = useTranslation()
  const asked = new URLSearchParams(search).get('problem')
  const problem = SAID.find((one) => one === asked)
  const form = useForm(
    {
      calls: loadCalls,
      fields: { password: t('shareAccess.lockedHint') },
      rules: () => ({}),
      send: async ({ password = '' }, { ask, shareAccess }) => {
        await ask(shareAccess.enter, { linkId, password })
        await leaveFor(pathWith(path, { link: linkId }))
      },
    },
    problem ? { password: t(`shareAccess.problem.${problem}`) } : {},
  )
  return (
    <form className="card-form" action="/api/share/enter" {...form.props}>
      <h1>{t('shareAccess.locked')}</h1>
      <p className="lead">{t('shareAccess.lockedHint')}</p>
      {form.errors[''] && (
        <div className="form-error" role="alert">
          {form.errors['']}
        </div>
      )}
      <input type="hidden" name="linkId" value={linkId} />
      <PasswordField form={form} name="password" label={t('shareAccess.password')} autoComplete="off" required />
      <button type="submit" className="btn primary" disabled={form.isBusy}>
        {t(form.isBusy ? 'shareAccess.opening' : 'shareAccess.open')}
      </button>
    </form>
  )
}
