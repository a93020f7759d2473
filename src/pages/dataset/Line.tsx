import { useTranslation } from 'react-i18next'
import type { CatalogueLine } from '#contract/publications/catalogue.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'

/** A dataset in the catalogue. */
export function Line({ line }: { line: CatalogueLine }) {
  const { t, i18n } = useTranslation()
  const { access, type, publishedAt, fileCount, views, downloads } = line
  const files = t('datasets.catalogue.files', { count: fileCount, files: formatCount(fileCount, i18n.language) })
  return (
    <article className="dataset-line">
      <p className="kind">
        <span className={`tag access-${access}`}>{t(`datasets.access.${access}`)}</span>
        <span>{t(`datasets.types.${type}`)}</span>
        <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
      </p>
      <h3 lang={line.titleLanguage} dir="auto">
        <a href={line.page}>{line.title}</a>
      </h3>
      <Authors line={line} />
      {line.description && (
        <p className="excerpt" dir="auto">
          {line.description}
        </p>
      )}
      <p className="meta num">
        <span>{line.institution}</span>
        {line.licence && <span>{line.licence}</span>}
        {fileCount > 0 && <span>{`${files} · ${formatBytes(line.sizeBytes)}`}</span>}
        {views > 0 && (
          <span>{t('datasets.catalogue.views', { count: views, shown: formatCount(views, i18n.language) })}</span>
        )}
        {downloads > 0 && (
          <span>
            {t('datasets.catalogue.downloads', { count: downloads, shown: formatCount(downloads, i18n.language) })}
          </span>
        )}
        <span className="id">{line.identifier.value}</span>
      </p>
    </article>
  )
}

function Authors({ line: { authors, authorCount } }: { line: CatalogueLine }) {
  const { t, i18n } = useTranslation()
  const names = authors.join(i18n.language === 'zh' ? '、' : ', ')
  const more = authorCount - authors.length
  if (!authors.length) return null
  const count = i18n.language === 'zh' ? authorCount : more
  return (
    <p className="by" dir="auto">
      {more > 0 ? t('datasets.catalogue.authorsMore', { names, count }) : names}
    </p>
  )
}
