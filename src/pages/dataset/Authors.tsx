import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatasetView } from '#contract/pages/data.ts'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'

type Author = DatasetView['version']['metadata']['authors'][number]

/** The page of what an author has published, by an ORCID iD, or by a name and where they work. */
const pageOf = (author: string, at = '') => `${CATALOGUE_PATH}?${new URLSearchParams({ author, ...(at && { at }) })}`
const pageOfAuthor = ({ orcid, name, affiliations }: Author) =>
  orcid ? pageOf(orcid) : pageOf(name, affiliations[0]?.name)

/** Authors in the order of the citation, with numbers that lead to their affiliations below. */
export function Authors({ authors, hasPages = false }: { authors: readonly Author[]; hasPages?: boolean }) {
  const { t } = useTranslation()
  const places = [...new Map(authors.flatMap((author) => author.affiliations).map((one) => [one.name, one])).values()]
  const numberOf = (name: string) => places.findIndex((place) => place.name === name) + 1
  return (
    <>
      <ul className="authors" aria-label={t('datasets.authors')}>
        {authors.map((author, at) => (
          // Two authors may have the same name: their place in the citation tells them apart.
          <li key={at}>
            {hasPages ? (
              <a href={pageOfAuthor(author)} title={t('datasets.datasetsOf', { name: author.name })}>
                <bdi>{author.name}</bdi>
              </a>
            ) : (
              <bdi>{author.name}</bdi>
            )}
            {author.affiliations.length > 0 && (
              <sup>{author.affiliations.map((one) => numberOf(one.name)).join(', ')}</sup>
            )}
            {author.orcid && <OrcidLink author={author} />}
            {author.email && (
              <a href={`mailto:${author.email}`} title={author.email}>
                <span aria-hidden="true">✉</span>
                <span className="sr-only">{t('datasets.writeTo', { name: author.name })}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {places.length > 0 && (
        <p className="affiliations">
          {places.map(({ name, ror }, at) => (
            <Fragment key={name}>
              <span>
                <sup>{at + 1}</sup>{' '}
                {hasPages ? (
                  <a href={pageOf(name)} title={t('datasets.datasetsOf', { name })}>
                    {name}
                  </a>
                ) : (
                  name
                )}
                {ror && (
                  <>
                    {' '}
                    <a href={`https://ror.org/${ror}`} aria-label={`ROR: ${name}`}>
                      ROR
                    </a>
                  </>
                )}
              </span>{' '}
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

function OrcidLink({ author: { name, orcid } }: { author: Author }) {
  const { t } = useTranslation()
  const address = `https://orcid.org/${orcid}`
  return (
    <a className="orcid" href={address} title={address}>
      <span aria-hidden="true">iD</span>
      <span className="sr-only">{t('datasets.orcidOf', { name })}</span>
    </a>
  )
}
