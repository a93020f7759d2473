import { useTranslation } from 'react-i18next'
import type { PageData } from '#contract/pages/data.ts'
import { reviewBoardPath, reviewPath } from '#contract/pages/paths.ts'
import type { ReviewView } from '#contract/reviews.ts'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { Frame } from '../Frame.tsx'
import MessagePage from '../MessagePage.tsx'
import type { PageProps } from '../page.ts'
import { Authors } from './Authors.tsx'
import { Boards } from './Boards.tsx'
import { ReviewRows } from './ReviewRows.tsx'
import { Dictionary } from './Tables.tsx'
import { saidFirst } from './words.ts'
import '../list.css'
import '../file-table.css'
import './dataset.css'

/** A submission for a reviewer without an account, complete without a script. */
export default function ReviewPage(props: PageProps) {
  const { t } = useTranslation()
  const { data } = props
  const gone = { title: t('datasets.review.gone'), hint: t('datasets.review.goneHint') }
  return data.review ? <Submission data={data} view={data.review} /> : <MessagePage {...props} said={gone} />
}

function Submission({ data, view }: { data: PageData; view: ReviewView }) {
  const { t, i18n } = useTranslation()
  const { code, metadata, number, hidesNames, changes, tables, shown, boards } = view
  const [title, ...translations] = saidFirst(metadata.title, i18n.language)
  const words = [...new Set([...metadata.keywords.zh, ...metadata.keywords.en])]
  return (
    <Frame data={data}>
      <main id="main" className="public-main open-space dataset-page">
        <p className="form-note closed" role="status">
          <strong>{t('datasets.review.title')}</strong> {t('datasets.review.hint')}{' '}
          {hidesNames && t('datasets.review.anonymous')}
        </p>
        <div className="content">
          <header className="dataset-head">
            <p className="kind">
              <span className="tag">{t(`datasets.access.${metadata.access.kind}`)}</span>
              <span>{t(`datasets.types.${metadata.resourceType}`)}</span>
              <span>{t('datasets.version', { number })}</span>
              {metadata.licence && <span>{metadata.licence}</span>}
            </p>
            <h1 lang={title?.language} dir="auto">
              {title?.text}
            </h1>
            {translations.map(({ language, text }) => (
              <p key={language} className="translation" lang={language} dir="auto">
                {text}
              </p>
            ))}
            {!hidesNames && <Authors authors={metadata.authors} />}
          </header>
          <section aria-labelledby="abstract">
            <h2 id="abstract">{t('datasets.abstract')}</h2>
            {saidFirst(metadata.description, i18n.language).map(({ language, text }, at) => (
              <p key={language} className={at ? 'abstract translation' : 'abstract'} lang={language} dir="auto">
                {text}
              </p>
            ))}
            {words.length > 0 && (
              <ul className="words" aria-label={t('datasets.keywords')}>
                {words.map((word) => (
                  <li key={word} dir="auto">
                    {word}
                  </li>
                ))}
              </ul>
            )}
          </section>
          {changes && (
            <section aria-labelledby="changes">
              <h2 id="changes">{t('datasets.review.changes')}</h2>
              <p className="abstract" dir="auto">
                {changes}
              </p>
            </section>
          )}
          <Files view={view} />
          {tables.length > 0 && (
            <section aria-labelledby="tables">
              <h2 id="tables">{t('datasets.tables')}</h2>
              {tables.map((table) => (
                <article key={table.id} id={`table-${table.id}`} className="dataset-table">
                  <h3>
                    <bdi>{table.name}</bdi>{' '}
                    <small className="num">
                      {t('datasets.rows', { count: table.rows, rows: formatCount(table.rows, i18n.language) })}
                    </small>
                  </h3>
                  {table.description && <p dir="auto">{table.description}</p>}
                  <Dictionary table={table} />
                  {table.rows > 0 && <ReviewRows code={code} table={table} shown={shown} />}
                </article>
              ))}
            </section>
          )}
          {boards.length > 0 && <Boards boards={boards} pathOf={(id) => reviewBoardPath({ code }, id)} />}
        </div>
      </main>
    </Frame>
  )
}

function Files({ view: { code, files, next, fileCount, sizeBytes } }: { view: ReviewView }) {
  const { t, i18n } = useTranslation()
  return (
    <section aria-labelledby="files">
      <div className="files-head">
        <h2 id="files">{t('datasets.files')}</h2>
        <span className="sum num">
          {t('datasets.fileSum', {
            count: fileCount,
            files: formatCount(fileCount, i18n.language),
            size: formatBytes(sizeBytes),
          })}
        </span>
      </div>
      <table className="plain-table file-table" aria-labelledby="files">
        <thead>
          <tr>
            <th scope="col">{t('datasets.name')}</th>
            <th scope="col" className="number">
              {t('datasets.size')}
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ path, size }) => (
            <tr key={path}>
              <th scope="row">
                <a
                  href={`/api/reviews/link/content?code=${code}&path=${encodeURIComponent(path)}`}
                  rel="nofollow noreferrer"
                >
                  <bdi>{path}</bdi>
                </a>
              </th>
              <td className="number">{formatBytes(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next && (
        <p className="paging">
          <a className="btn" rel="next" href={`${reviewPath(code)}&after=${encodeURIComponent(next)}`}>
            {t('datasets.moreFiles')}
          </a>
        </p>
      )}
    </section>
  )
}
