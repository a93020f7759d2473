import { useTranslation } from 'react-i18next'
import type { DatasetView } from '#contract/pages/data.ts'
import { inReading } from './words.ts'

/** The additional fields of the template. */
export function Extra({ view }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const fields = view.version.metadata.extra.filter(({ values }) => values.length)
  if (!fields.length) return null
  return (
    <section aria-labelledby="extra">
      <h2 id="extra">{t('datasets.extra')}</h2>
      <dl className="space-properties">
        {fields.map(({ key, title, values, kind }) => (
          <div key={key}>
            <dt>{inReading(title, i18n.language)}</dt>
            <dd dir="auto">
              {kind === 'image' && !view.isPreview ? <Pictures page={view.page} paths={values} /> : values.join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Pictures among the files. */
function Pictures({ page, paths }: { page: string; paths: readonly string[] }) {
  return (
    <>
      {paths.map((path) => (
        <img
          key={path}
          className="field-picture"
          src={`${page}/files/${path.split('/').map(encodeURIComponent).join('/')}?preview`}
          alt={path.split('/').at(-1) ?? ''}
          loading="lazy"
        />
      ))}
    </>
  )
}
