import type { FormItemProps } from 'antd'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'

type Rules = Pick<FormItemProps, 'rules' | 'validateTrigger'>

/** The contract's rule for a field with its message: too long names the limit, everything else is `invalid`. */
export function useRule(): (field: z.ZodMiniType, invalid?: string) => Rules {
  const { t } = useTranslation()
  return (field, invalid = t('settings.form.invalid')) => {
    const check = async (_rule: unknown, value: unknown) => {
      const issue = field.safeParse(value).error?.issues[0]
      if (!issue) return
      const isTooLong = issue.code === 'too_big' && issue.origin === 'string'
      throw new Error(isTooLong ? t('settings.form.tooLong', { count: Number(issue.maximum) }) : invalid)
    }
    return { rules: [{ validator: check }], validateTrigger: ['onBlur', 'onSubmit'] }
  }
}
