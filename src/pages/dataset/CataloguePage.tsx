import { useTranslation } from 'react-i18next'
import { SEARCH_TEXT_MAX } from '#contract/core/limits.ts'
import { CATALOGUE_PATH, FEED_PATH } from '#contract/pages/paths.ts'
import {
  CATALOGUE_FACETS,
  CATALOGUE_SORTS,
  type CatalogueView,
  catalogueAddress,
} from '#contract/publications/catalogue.ts'
import { formatCount } from '../../widgets/format.ts'
import { EntryButtons } from '../EntryButtons.tsx'
import { Frame } from '../Frame.tsx'
import type { PageProps } from '../page.ts'
import { Chosen, Facets } from './Facets.tsx'
import { Line } from './Line.tsx'
import '../list.css'
import './access.css'
import './catalogue.css'

/** The catalogue of all published datasets: search, filters and pages are links and a form; no script is needed. */
export default function CataloguePage({ data }: PageProps) {
  const { t } = useTranslation()
  const { catalogue } = data
  if (!catalogue) return <Frame data={data}>{null}</Frame>
  return (
    <Frame
      data={data}
      right={<EntryButtons data={data} callback={catalogueAddress(CATALOGUE_PATH, catalogue.search)} />}
    >
      <main id="main" className="public-main catalogue">
        <header>
          {catalogue.author ? (
            <>
              <h1>{t('datasets.catalogue.by', { name: catalogue.author.name })}</h1>
              {catalogue.author.orcid && (
                <p className="lead">
                  <a href={`https://orcid.org/${catalogue.author.orcid}`}>{`ORCID ${catalogue.author.orcid}`}</a>
                </p>
              )}
              {catalogue.author.at && (
                <p className="lead">
                  <span>{catalogue.author.at}</span>{' '}
                  <a href={catalogueAddress(CATALOGUE_PATH, catalogue.search, { at: '' })}>
                    {t('datasets.catalogue.namesakes')}
                  </a>
                </p>
              )}
            </>
          ) : (
            <>
              <h1>{t('datasets.catalogue.title')}</h1>
              <p className="lead">{t('datasets.catalogue.lead')}</p>
            </>
          )}
          <SearchForm view={catalogue} />
        </header>
        <div className="catalogue-columns">
          <section className="results" aria-labelledby="results">
            <Above view={catalogue} />
            {catalogue.list.length > 0 ? (
              <ol className="dataset-lines">
                {catalogue.list.map((line) => (
                  <li key={line.page}>
                    <Line line={line} />
                  </li>
                ))}
              </ol>
            ) : (
              <Nothing view={catalogue} />
            )}
            <Paging view={catalogue} />
          </section>
          <Facets view={catalogue} />
        </div>
      </main>
    </Frame>
  )
}

type Props = { view: CatalogueView }

/** The search form, which keeps the filters. */
function SearchForm({ view: { search } }: Props) {
  const { t } = useTranslation()
  const { author, at, sort } = search
  const kept = [
    ...CATALOGUE_FACETS.map((facet) => [facet, search[facet]] as const),
    ['author', author] as const,
    ['at', at] as const,
    ['sort', sort === 'newest' ? '' : sort] as const,
  ].filter(([, value]) => value)
  return (
    <search>
      <form className="catalogue-search" action={CATALOGUE_PATH} method="get">
        <input
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={SEARCH_TEXT_MAX}
          placeholder={t('datasets.catalogue.search')}
          aria-label={t('datasets.catalogue.searchLabel')}
        />
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="btn primary">
          {t('datasets.catalogue.go')}
        </button>
      </form>
    </search>
  )
}

/** How many there are, what they are narrowed by, and their order. */
function Above({ view }: Props) {
  const { t, i18n } = useTranslation()
  const { search, total, list } = view
  const isNarrowed = [search.q, search.author, ...CATALOGUE_FACETS.map((facet) => search[facet])].some(Boolean)
  const shown = formatCount(total, i18n.language)
  return (
    <>
      <div className="results-head">
        <h2 id="results" className="num">
          {t(isNarrowed ? 'datasets.catalogue.found' : 'datasets.catalogue.total', { count: total, shown })}
        </h2>
        <a className="to-filters" href="#filters">
          {t('datasets.catalogue.toFilters')}
        </a>
        {list.length > 0 && (
          <nav className="orders" aria-label={t('datasets.catalogue.order')}>
            {CATALOGUE_SORTS.map((sort) => (
              <a
                key={sort}
                href={catalogueAddress(CATALOGUE_PATH, search, { sort })}
                aria-current={search.sort === sort ? 'true' : undefined}
              >
                {t(`datasets.catalogue.sorts.${sort}`)}
              </a>
            ))}
          </nav>
        )}
      </div>
      {isNarrowed && <Chosen view={view} />}
    </>
  )
}

function Nothing({ view: { search } }: Props) {
  const { t } = useTranslation()
  if (!search.isAsked)
    return (
      <div className="empty">
        <strong>{t('datasets.catalogue.none')}</strong>
        {t('datasets.catalogue.noneHint')}
      </div>
    )
  return (
    <div className="empty">
      <strong>{t('datasets.catalogue.noHit')}</strong>
      {t('datasets.catalogue.noHitHint')}
      <div>
        <a className="btn" href={CATALOGUE_PATH}>
          {t('datasets.catalogue.clear')}
        </a>
      </div>
    </div>
  )
}

function Paging({ view: { search, next, isFirst } }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {(next || !isFirst) && (
        <nav className="paging" aria-label={t('datasets.catalogue.paging')}>
          {!isFirst && (
            <a className="btn" href={catalogueAddress(CATALOGUE_PATH, search)}>
              {t('datasets.catalogue.toFirst')}
            </a>
          )}
          {next && (
            <a className="btn" rel="next" href={catalogueAddress(CATALOGUE_PATH, search, { after: next })}>
              {t('datasets.catalogue.more')}
            </a>
          )}
        </nav>
      )}
      <p className="feed">
        <a href={catalogueAddress(FEED_PATH, search, { sort: 'newest' })} type="application/atom+xml">
          {t('datasets.catalogue.feed')}
        </a>
      </p>
    </>
  )
}
