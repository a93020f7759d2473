import { Select, type SelectProps } from 'antd'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import type { UserDraft } from '#contract/users.ts'

export type MailLanguage = NonNullable<z.infer<typeof UserDraft>['language']>

/** The language of the mails to new users, until they choose one themselves. */
export function MailLanguageSelect(props: SelectProps<MailLanguage>) {
  const { t } = useTranslation()
  const options = (['zh', 'en'] as const).map((value) => ({ value, label: t(`mails.languages.${value}`) }))
  return <Select options={options} {...props} />
}
