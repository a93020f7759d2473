import { useTranslation } from 'react-i18next'

type WholeRule = { required: boolean; type: 'integer'; min: number; max: number; message: string }

/**
 * The rule of a whole number from `min` to `max`, for a field that no schema describes alone. The field itself gets no
 * bounds: it would replace what was typed without a word, in the moment in which it is saved.
 */
export function useWhole(): (min: number, max: number, required?: boolean) => WholeRule {
  const { t } = useTranslation()
  return (min, max, required = true) => ({
    required,
    type: 'integer',
    min,
    max,
    message: t('common.whole', { min, max }),
  })
}
