import { useTranslation } from 'react-i18next'
import { isMissing, type Problem } from '#contract/publications/check.ts'
import { formatList } from '../../src/widgets/format.ts'

/** The names of the parts of entries, by the place and the part that a finding names. */
const PARTS = {
  'authors.name': 'publications.authors.name',
  'authors.family': 'publications.authors.family',
  'authors.given': 'publications.authors.given',
  'authors.orcid': 'publications.authors.orcid',
  'authors.email': 'publications.authors.email',
  'authors.affiliations.name': 'publications.authors.affiliation',
  'authors.affiliations.ror': 'publications.authors.ror',
  'dates.from': 'publications.dates.from',
  'dates.to': 'publications.dates.to',
  'places.name': 'publications.places.name',
  'places.box.west': 'publications.places.west',
  'places.box.south': 'publications.places.south',
  'places.box.east': 'publications.places.east',
  'places.box.north': 'publications.places.north',
  'funding.funder': 'publications.funding.funder',
  'funding.funderRor': 'publications.funding.funderRor',
  'funding.funderId': 'publications.funding.funderId',
  'funding.number': 'publications.funding.number',
  'funding.title': 'publications.funding.title',
  'related.identifier': 'publications.related.identifier',
  'related.title': 'publications.related.title',
} as const
const isNamed = (part: string): part is keyof typeof PARTS => part in PARTS

/** Says in the reader's language what is wrong with a value. */
export function useReasonText() {
  const { t, i18n } = useTranslation()
  return ({ code, place, count, names }: Problem): string => {
    // Half of a box is none: the other sides are as good a way out.
    if (code === 'required' && place === 'places') return t('publications.places.half')
    const more =
      names.length > 0 && count > names.length ? [t('publications.namesLeft', { count: count - names.length })] : []
    return t(`publications.problems.${code}`, { count, names: formatList([...names, ...more], i18n.language) })
  }
}

/** Says a finding of the check with the entry and the part that it is about. */
export function useProblemText() {
  const { t } = useTranslation()
  const reasonOf = useReasonText()
  return (found: Problem): string => {
    const { entry, place, part } = found
    const problem = reasonOf(found)
    if (entry === 0) return problem
    const named = `${place}.${part}`
    return isNamed(named)
      ? t('publications.atPart', { entry, part: t(PARTS[named]), problem })
      : t('publications.atEntry', { entry, problem })
  }
}

/**
 * The first error at a place, as a form item shows it; errors in a part of an entry are shown there. Values that are
 * missing are no errors before the check.
 */
export function useErrorAt(problems: readonly Problem[], isAsked: boolean) {
  const textOf = useProblemText()
  return (place: string) => {
    const found = problems.find(
      ({ place: at, part, level, code }) =>
        at === place && part === '' && level === 'error' && (isAsked || !isMissing(code)),
    )
    return found ? { validateStatus: 'error' as const, help: textOf(found) } : {}
  }
}
