import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#providers/use-task.ts'
import { formatDateTime, formatExact } from '../../widgets/format.ts'

type SectionProps = { title: string; hint?: string; action?: ReactNode; children: ReactNode }

/** One subject of the page: what it is, why it matters, and the one thing that adds to it. */
export function Section({ title, hint, action, children }: SectionProps) {
  return (
    <section className="personal-section">
      <div className="personal-head">
        <div>
          <h2>{title}</h2>
          {hint && <p>{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** What went wrong, beside what failed. */
export function Problem({ text }: { text: string }) {
  return (
    <p className="personal-problem" role="alert">
      {text}
    </p>
  )
}

type FormEndProps = Pick<Task, 'problem' | 'isBusy'> & { submit: string; onClose: () => void }

/** The end of a form in a dialog: what went wrong, the way out, and the one thing that it is for. */
export function FormEnd({ problem, isBusy, submit, onClose }: FormEndProps) {
  const { t } = useTranslation()
  return (
    <>
      {problem && <Problem text={problem} />}
      <div className="buttons end">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {submit}
        </Button>
      </div>
    </>
  )
}

/** A moment in short, exact to the second on pointing. */
export function When({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <time className="num" dateTime={at} title={formatExact(at, i18n.language)}>
      {formatDateTime(at, i18n.language)}
    </time>
  )
}
