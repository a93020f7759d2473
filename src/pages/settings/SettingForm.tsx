import { Alert, Button, Form } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import { type Plan, useSetting } from './use-setting.ts'
import './SettingForm.css'

type Props<T> = Plan<T> & { children: (now: T) => ReactNode }

/** A form of settings with what belongs to it: what is not saved yet, discard, save, and why it was refused. */
export function SettingForm<T extends object>({ children, ...plan }: Props<T>) {
  const { t } = useTranslation()
  const { form, now, isDirty, isBusy, refusal, save, discard } = useSetting(plan)
  return (
    <Form
      form={form}
      className="setting-form"
      layout="vertical"
      initialValues={plan.kept}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={() => void save()}
    >
      <Unsaved isDirty={isDirty} />
      {children(now)}
      {refusal && <Alert type="error" showIcon title={refusal} />}
      <div className="setting-buttons">
        <span role="status">{isDirty && t('settings.form.dirty')}</span>
        <Button disabled={!isDirty || isBusy} onClick={discard}>
          {t('settings.form.discard')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={!isDirty} loading={isBusy}>
          {t('settings.form.save')}
        </Button>
      </div>
    </Form>
  )
}

type SectionProps = { title: string; hint?: ReactNode; children: ReactNode }

export function SettingSection({ title, hint, children }: SectionProps) {
  return (
    <section>
      <header>
        <h2>{title}</h2>
        {hint && <p>{hint}</p>}
      </header>
      <div>{children}</div>
    </section>
  )
}
