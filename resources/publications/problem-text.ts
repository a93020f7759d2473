import { useTranslation } from 'react-i18next'
import type { Problem } from '#contract/publications/check.ts'
import { formatList } from '../../src/widgets/format.ts'

/** Says a finding of the check in the reader's language. */
export function useProblemText() {
  const { t, i18n } = useTranslation()
  return ({ code, entry, count, names }: Problem): string => {
    const said = t(`publications.problems.${code}`, { count, names: formatList(names, i18n.language) })
    return entry > 0 ? t('publications.atEntry', { entry, problem: said }) : said
  }
}
