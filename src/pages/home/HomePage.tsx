import { useTranslation } from 'react-i18next'
import { BANNER_PX } from '#contract/core/limits.ts'
import type { HomeView, PageData } from '#contract/pages/data.ts'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'
import { EntryButtons } from '../EntryButtons.tsx'
import { Frame } from '../Frame.tsx'
import { NewDatasets } from '../NewDatasets.tsx'
import type { PageProps } from '../page.ts'
import { part } from '../part.tsx'
import { Entry, EntryBelow } from './Entry.tsx'
import { Numbers } from './Numbers.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SpaceGrid } from './SpaceGrid.tsx'
import '../card.css'
import '../list.css'
import './home.css'

const SignedIn = part(async () => (await import('../SignedIn.tsx')).SignedIn)
export const ready = () => Promise.all([SignedIn.ready(), Entry.ready()])

/** The home page: introduction, search, current numbers and open spaces; complete without JavaScript. */
export default function HomePage({ data }: PageProps) {
  const { home } = data
  if (!home) return <Frame data={data}>{null}</Frame>
  // A search shows its results only; without one the page introduces the site.
  if (home.search.isAsked)
    return (
      <Frame data={data} right={<EntryButtons data={data} />}>
        <main id="main" className="public-main browsing">
          <SearchForm path="/" search={home.search} />
          <SpaceGrid home={home} level="h1" />
          <EntryBelow data={data} />
        </main>
      </Frame>
    )
  return (
    <Frame data={data} className="front" right={<EntryButtons data={data} />}>
      <main id="main" className="public-main">
        <Welcome data={data} home={home} />
        <Latest home={home} />
        <SpaceGrid home={home} level="h2" />
      </main>
    </Frame>
  )
}

function Latest({ home: { latest } }: { home: HomeView }) {
  const { t } = useTranslation()
  const all = { name: t('home.allDatasets'), address: CATALOGUE_PATH }
  return <NewDatasets list={latest} title={t('home.latest')} all={all} />
}

function Welcome({ data, home }: { data: PageData; home: HomeView }) {
  const { t } = useTranslation()
  const { site, user } = data
  return (
    <>
      {site.banner && <img className="banner" src={site.banner} alt="" {...BANNER_PX} fetchPriority="high" />}
      <section className="hero">
        <div>
          <h1>{site.indexTitle}</h1>
          <p className="lead">{site.indexDescription}</p>
          <SearchForm path="/" search={home.search} />
          <Numbers numbers={home.numbers} />
        </div>
        {user ? <SignedIn user={user} title={t('session.welcome')} level="h2" /> : <Entry data={data} />}
      </section>
    </>
  )
}
