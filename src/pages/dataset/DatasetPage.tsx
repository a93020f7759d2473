import { useTranslation } from 'react-i18next'
import type { DatasetView, PageData } from '#contract/pages/data.ts'
import { datasetBoardPath } from '#contract/pages/paths.ts'
import { EntryButtons } from '../EntryButtons.tsx'
import { Frame } from '../Frame.tsx'
import MessagePage from '../MessagePage.tsx'
import type { PageProps } from '../page.ts'
import { Aside } from './Aside.tsx'
import { Authors } from './Authors.tsx'
import { Boards } from './Boards.tsx'
import { Extra } from './Extra.tsx'
import { Files } from './Files.tsx'
import { Notices } from './Notices.tsx'
import { Tables } from './Tables.tsx'
import { saidFirst } from './words.ts'
import '../list.css'
import '../record.css'
import './access.css'
import './dataset.css'

export { ready } from './Request.tsx'

/** The page of a version of a dataset, complete without JavaScript; of a withdrawn version its tombstone. */
export default function DatasetPage(props: PageProps) {
  const { data } = props
  return data.dataset ? <Shown data={data} view={data.dataset} /> : <MessagePage {...props} />
}

function Shown({ data, view }: { data: PageData; view: DatasetView }) {
  return (
    <Frame data={data} right={<EntryButtons data={data} callback={view.page} />}>
      <main id="main" className="public-main open-space dataset-page">
        <Notices view={view} />
        <div className="columns">
          <div className="content">
            <Head view={view} />
            <Abstract view={view} />
            {view.files && <Files view={view} files={view.files} />}
            {view.boards.length > 0 && (
              <Boards
                boards={view.boards}
                pathOf={(id) => datasetBoardPath(view.version.datasetId, view.version.number, id)}
              />
            )}
            {view.tables.length > 0 && <Tables view={view} />}
            <Extra view={view} />
          </div>
          <Aside data={data} view={view} />
        </div>
      </main>
    </Frame>
  )
}

function Head({ view }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const { version, access, corrections } = view
  const { metadata, number } = version
  const [title, ...translations] = saidFirst(metadata.title, i18n.language)
  return (
    <header className="dataset-head">
      <p className="kind">
        <span className={`tag access-${access}`}>{t(`datasets.access.${access}`)}</span>
        <span>{t(`datasets.types.${metadata.resourceType}`)}</span>
        <span>{t('datasets.version', { number: corrections[0] ? `${number}.${corrections[0].number}` : number })}</span>
        <time dateTime={version.publishedAt}>{version.publishedAt.slice(0, 10)}</time>
      </p>
      <h1 lang={title?.language} dir="auto">
        {title?.text}
      </h1>
      {translations.map(({ language, text }) => (
        <p key={language} className="translation" lang={language} dir="auto">
          {text}
        </p>
      ))}
      <Authors authors={metadata.authors} hasPages />
    </header>
  )
}

function Abstract({ view }: { view: DatasetView }) {
  const { t, i18n } = useTranslation()
  const { description, keywords } = view.version.metadata
  const said = saidFirst(description, i18n.language)
  const words = [...new Set([...keywords.zh, ...keywords.en, ...view.subjects])]
  return (
    <section aria-labelledby="abstract">
      <h2 id="abstract">{t('datasets.abstract')}</h2>
      {said.map(({ language, text }, at) => (
        <p key={language} className={at ? 'abstract translation' : 'abstract'} lang={language} dir="auto">
          {text}
        </p>
      ))}
      {said.length === 0 && <p className="translation">{t('datasets.noAbstract')}</p>}
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
  )
}
