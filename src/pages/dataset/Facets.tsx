import { useTranslation } from 'react-i18next'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'
import {
  CATALOGUE_FACETS,
  type CatalogueFacet,
  type CatalogueSearch,
  type CatalogueView,
  catalogueAddress,
} from '#contract/publications/catalogue.ts'
import { formatCount } from '../../widgets/format.ts'

type Props = { view: CatalogueView }

/** The filters of the list, with the number of datasets for each value. */
export function Facets({ view }: Props) {
  const { t } = useTranslation()
  // A facet with one value narrows nothing, unless that value is chosen.
  const shown = CATALOGUE_FACETS.filter((facet) => view.facets[facet].length > 1 || view.search[facet])
  if (!shown.length) return null
  return (
    <aside id="filters" className="facets" aria-label={t('datasets.catalogue.filters')}>
      {shown.map((facet) => (
        <Facet key={facet} facet={facet} view={view} />
      ))}
    </aside>
  )
}

function Facet({ facet, view: { facets, search } }: Props & { facet: CatalogueFacet }) {
  const { t, i18n } = useTranslation()
  return (
    <nav aria-labelledby={`facet-${facet}`}>
      <h2 id={`facet-${facet}`}>{t(`datasets.catalogue.facets.${facet}`)}</h2>
      <ul>
        {facets[facet].map(({ value, name, count }) => {
          const isChosen = search[facet] === value
          return (
            <li key={value}>
              <a
                href={catalogueAddress(CATALOGUE_PATH, search, { [facet]: isChosen ? '' : value })}
                aria-current={isChosen ? 'true' : undefined}
                rel="nofollow"
              >
                <span>{name}</span> <span className="num">{formatCount(count, i18n.language)}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The active filters, each with a link to remove it. */
export function Chosen({ view }: Props) {
  const { t } = useTranslation()
  const { search, facets, space, author } = view
  const named = (facet: CatalogueFacet) =>
    facet === 'space'
      ? t('datasets.catalogue.inSpace', { name: space?.name ?? search.space })
      : (facets[facet].find(({ value }) => value === search[facet])?.name ?? search[facet])
  const chips: [name: string, change: Partial<CatalogueSearch>][] = [
    ...(search.q ? [[t('datasets.catalogue.aboutWord', { q: search.q }), { q: '' }] as [string, { q: string }]] : []),
    ...(search.author
      ? [[author?.name ?? search.author, { author: '', at: '' }] as [string, Partial<CatalogueSearch>]]
      : []),
    ...CATALOGUE_FACETS.filter((facet) => search[facet]).map((facet): [string, Partial<CatalogueSearch>] => [
      named(facet),
      { [facet]: '' },
    ]),
  ]
  return (
    <nav className="chosen" aria-label={t('datasets.catalogue.chosen')}>
      {chips.map(([name, change]) => (
        <a
          key={name}
          className="tag"
          href={catalogueAddress(CATALOGUE_PATH, search, change)}
          aria-label={t('datasets.catalogue.drop', { name })}
        >
          {name}
          <span aria-hidden="true">×</span>
        </a>
      ))}
      {chips.length > 1 && <a href={CATALOGUE_PATH}>{t('datasets.catalogue.clear')}</a>}
    </nav>
  )
}
