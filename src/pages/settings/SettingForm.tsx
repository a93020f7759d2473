import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormEnd } from '../../widgets/FormEnd.tsx'
import { Unsaved } from '../../widgets/Unsaved.tsx'
import { type Plan, useSetting } from './use-setting.ts'
import './SettingForm.css'

type Props<T> = Plan<T> & { children: (now: T) => ReactNode }

/** A form of settings with its hint of unsaved changes, its buttons, and its errors. */
export function SettingForm<T extends object>({ children, ...plan }: Props<T>) {
  const { t } = useTranslation()
  const { form, now, isDirty, isBusy, problem, save, discard } = useSetting(plan)
  return (
    <Form
      form={form}
      className="setting-form"
      layout="vertical"
      initialValues={plan.kept}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={save}
    >
      <Unsaved isDirty={isDirty} />
      {children(now)}
      <FormEnd
        submit={t('settings.form.save')}
        cancel={t('settings.form.discard')}
        isBusy={isBusy}
        problem={problem}
        isDisabled={!isDirty}
        onCancel={isDirty ? discard : undefined}
      >
        <span role="status">{isDirty && t('settings.form.dirty')}</span>
      </FormEnd>
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
