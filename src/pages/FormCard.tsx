import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from './use-form.ts'

type Props = {
  form: FormState
  title: string
  level?: 'h1' | 'h2'
  /** Between the title and the fields. */
  lead?: ReactNode
  submit: string
  busy: string
  children: ReactNode
  /** Below the button. */
  after?: ReactNode
  /** A form for few users, collapsed under this word below the other content. */
  fold?: { word: string; above?: ReactNode }
}

/** A form as a card: title, errors of the whole form, fields, and one button. */
export function FormCard({ form, title, level: Title = 'h1', lead, submit, busy, children, after, fold }: Props) {
  const { t } = useTranslation()
  const body = (
    <>
      {children}
      <button type="submit" className={fold ? 'btn' : 'btn primary'} disabled={form.isBusy || !form.isAlive}>
        {form.isBusy ? busy : submit}
      </button>
      <noscript>
        <p className="quiet-note">{t('session.needScript')}</p>
      </noscript>
      {after}
    </>
  )
  return (
    <form className="card-form" {...form.props}>
      <Title>{title}</Title>
      {lead}
      {form.errors[''] && (
        <div className="form-error" role="alert">
          {form.errors['']}
        </div>
      )}
      {fold ? (
        <>
          {fold.above}
          <details className="fold">
            <summary>{fold.word}</summary>
            {body}
          </details>
        </>
      ) : (
        body
      )}
    </form>
  )
}
