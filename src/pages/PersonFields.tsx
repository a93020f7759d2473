import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Field } from './Field.tsx'
import type { FormState } from './use-form.ts'

/** The error messages of the fields. */
export const personFieldTexts = (t: TFunction) => ({
  name: t('registration.name.invalid'),
  org: t('registration.org.invalid'),
})

/** Name and work unit, which every account has. */
export function PersonFields({ form, name, org }: { form: FormState; name?: string; org?: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Field form={form} name="name" label={t('registration.name.label')} autoComplete="name" defaultValue={name} />
      <Field
        form={form}
        name="org"
        label={t('registration.org.label')}
        autoComplete="organization"
        defaultValue={org}
      />
    </>
  )
}
