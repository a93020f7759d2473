import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ResourceType } from '#contract/publications/metadata.ts'
import { isBuiltInSubject, subjectKey } from '#contract/publications/subjects.ts'
import type { PublicationDetails } from '#contract/publications.ts'
import { type MetadataDifference, reviews } from '#contract/reviews.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { formatBytes, formatDateTime } from '../../src/widgets/format.ts'
import { MoreButton } from '../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { usePlaceName } from './place-name.ts'

/** Changes since the previous submission or version; renders nothing for a first one. */
export function Differences({ publication }: { publication: PublicationDetails }) {
  const { t, i18n } = useTranslation()
  const { id, submittedAt } = publication
  const query = useQuery({
    queryKey: ['publications', 'differences', id, submittedAt],
    queryFn: () => call(reviews.differences, { id }, { quiet: true, aside: true }),
  })
  if (query.error) return <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  if (!query.data?.base) return null
  const { base, metadata, files } = query.data
  const time = formatDateTime(base.at, i18n.language)
  const title = t(`reviews.differences.${base.kind}`, { number: base.number, time })
  const count = files.added + files.removed + files.changed
  return (
    <section aria-label={title} className="differences">
      <h4>{title}</h4>
      {metadata.length === 0 && count === 0 && <p>{t('reviews.differences.none')}</p>}
      {metadata.length > 0 && <Fields publication={publication} differences={metadata} />}
      {count > 0 && (
        <details open={count <= 20}>
          <summary>{t('reviews.differences.files', files)}</summary>
          <Files id={id} submittedAt={submittedAt} />
        </details>
      )}
    </section>
  )
}

function useLine({ metadata }: PublicationDetails) {
  const { t, i18n } = useTranslation()
  return (place: string, line: string): string => {
    if (place === 'subjects') {
      const own = metadata?.subjectNames?.[line]
      if (own) return own[i18n.language === 'en' ? 'en' : 'zh'] || own.zh || own.en
      if (isBuiltInSubject(line)) return t(subjectKey(line))
    }
    const type = ResourceType.safeParse(line)
    if (place === 'resourceType' && type.success) return t(`publications.types.${type.data}`)
    if (place === 'language') return line === 'en' ? t('publications.languages.en') : t('publications.languages.zh')
    return line
  }
}

type FieldsProps = { publication: PublicationDetails; differences: readonly MetadataDifference[] }
function Fields({ publication, differences }: FieldsProps) {
  const { t } = useTranslation()
  const nameOf = usePlaceName(publication.definition)
  const lineOf = useLine(publication)
  const said = (place: string, lines: readonly string[]) =>
    lines.map((line) => lineOf(place, line)).join('\n') || t('reviews.differences.nothing')
  return (
    <dl>
      {differences.map(({ place, before, after }) => (
        <div key={place}>
          <dt>{nameOf(place)}</dt>
          <dd>
            <del>
              <span className="sr-only">{t('reviews.differences.before')}</span>
              {said(place, before)}
            </del>
            <ins>
              <span className="sr-only">{t('reviews.differences.after')}</span>
              {said(place, after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Files({ id, submittedAt }: { id: string; submittedAt: string | null }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: ['publications', 'file-differences', id, submittedAt],
    ...byPages((after) => call(reviews.fileDifferences, { id, ...after }, { quiet: true, aside: true })),
  })
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  const kindOf = (before: number | null, after: number | null) =>
    before === null ? 'added' : after === null ? 'removed' : 'changed'
  return (
    <>
      {query.error && <NotLoaded error={query.error} onRetry={query.refetch} isInline />}
      <ul className="publication-files num">
        {rows.map(({ path, before, after }) => (
          <li key={path}>
            <span>
              <small className="tag">{t(`reviews.differences.${kindOf(before, after)}`)}</small> {path}
            </span>
            <span>{[before, after].flatMap((size) => (size === null ? [] : [formatBytes(size)])).join(' → ')}</span>
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  )
}
