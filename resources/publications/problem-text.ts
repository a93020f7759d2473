import { useTranslation } from 'react-i18next'
import { isMissing, type Problem } from '#contract/publications/check.ts'
import { formatList } from '../../src/widgets/format.ts'

/** Says a finding of the check in the reader's language. */
export function useProblemText() {
  const { t, i18n } = useTranslation()
  return ({ code, entry, count, names }: Problem): string => {
    const said = t(`publications.problems.${code}`, { count, names: formatList(names, i18n.language) })
    return entry > 0 ? t('publications.atEntry', { entry, problem: said }) : said
  }
}

/** The first error at a place, as a form item shows it. Values that are missing are no errors before the check. */
export function useErrorAt(problems: readonly Problem[], isAsked: boolean) {
  const textOf = useProblemText()
  return (place: string) => {
    const found = problems.find(
      ({ place: at, level, code }) => at === place && level === 'error' && (isAsked || !isMissing(code)),
    )
    return found ? { validateStatus: 'error' as const, help: textOf(found) } : {}
  }
}
