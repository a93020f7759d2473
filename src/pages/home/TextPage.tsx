import { useTranslation } from 'react-i18next'
import type { HomeView } from '#contract/pages/data.ts'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'
import { formatBytes, formatCount, formatDay } from '../../widgets/format.ts'
import { EntryButtons } from '../EntryButtons.tsx'
import { Frame } from '../Frame.tsx'
import { NewDatasets } from '../NewDatasets.tsx'
import type { PageProps } from '../page.ts'
import { homeAddress } from './address.ts'
import { Entry, EntryBelow } from './Entry.tsx'
import { Filters, TagCloud } from './Filters.tsx'
import { Nothing, Paging, useHeading } from './Found.tsx'
import { Place } from './Place.tsx'
import { SearchForm } from './SearchForm.tsx'
import '../card.css'
import '../list.css'
import './home.css'

export const ready = () => Entry.ready()

/**
 * The home page for slow networks, small screens and screen readers: no pictures, no fonts to load, one table. It has the
 * same content as the other version.
 */
export default function TextPage({ data }: PageProps) {
  const { t } = useTranslation()
  const { home, site } = data
  if (!home) return <Frame data={data}>{null}</Frame>
  return (
    <Frame data={data} className="text-face" right={<EntryButtons data={data} />}>
      <main id="main" className="public-main">
        <h1>{site.indexTitle}</h1>
        <p className="lead">{site.indexDescription}</p>
        <Sums home={home} />
        <SearchForm path="/text" search={home.search} />
        <NewDatasets
          list={home.latest}
          title={t('home.latest')}
          all={{ name: t('home.allDatasets'), address: CATALOGUE_PATH }}
        />
        <Spaces home={home} />
        <p className="other-face">
          <a href={homeAddress('/', home.search)}>{t('home.toPictures')}</a>
        </p>
        <EntryBelow data={data} />
      </main>
    </Frame>
  )
}

function Sums({ home: { numbers } }: { home: HomeView }) {
  const { t, i18n } = useTranslation()
  if (numbers.spaces === 0) return null
  const words = [
    t('home.sums.spaces', { count: numbers.spaces, shown: formatCount(numbers.spaces, i18n.language) }),
    t('home.sums.files', { count: numbers.files, shown: formatCount(numbers.files, i18n.language) }),
    formatBytes(numbers.bytes),
  ]
  return <p className="num">{words.join(t('home.sums.and'))}</p>
}

function Spaces({ home }: { home: HomeView }) {
  const heading = useHeading(home)
  const { list } = home.spaces
  return (
    <section className="found">
      <div className="section-head">
        <h2 id="spaces">{heading}</h2>
        {(list.length > 0 || home.search.isAsked) && <Filters path="/text" home={home} />}
      </div>
      <TagCloud path="/text" home={home} />
      {list.length ? <SpaceTable home={home} /> : <Nothing path="/text" home={home} />}
      <Paging path="/text" home={home} />
    </section>
  )
}

function SpaceTable({ home }: { home: HomeView }) {
  const { t, i18n } = useTranslation()
  return (
    <table className="plain-table" aria-labelledby="spaces">
      <thead>
        <tr>
          <th scope="col">{t('home.columns.name')}</th>
          <th scope="col">{t('home.columns.type')}</th>
          <th scope="col" className="wide">
            {t('home.columns.owner')}
          </th>
          <th scope="col" className="number wide">
            {t('home.columns.members')}
          </th>
          <th scope="col" className="number wide">
            {t('home.files')}
          </th>
          <th scope="col" className="number">
            {t('home.bytes')}
          </th>
          <th scope="col" className="number wide">
            {t('home.columns.created')}
          </th>
        </tr>
      </thead>
      <tbody>
        {home.spaces.list.map((space) => (
          <tr key={space.id}>
            <th scope="row">
              <a href={space.homepage}>{space.name}</a> <Place space={space} />
              {space.introduction && <small>{space.introduction}</small>}
            </th>
            <td>{t(`home.types.${space.type}`)}</td>
            <td className="wide">{space.owner.personName}</td>
            <td className="number wide">{formatCount(space.memberCount, i18n.language)}</td>
            <td className="number wide">{formatCount(space.fileCount, i18n.language)}</td>
            <td className="number">{formatBytes(space.usedBytes)}</td>
            <td className="number wide">{formatDay(space.createTime, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
