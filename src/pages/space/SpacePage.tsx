import { useTranslation } from 'react-i18next'
import { COVER_PX } from '#contract/core/limits.ts'
import type { PageData, SpaceView } from '#contract/pages/data.ts'
import { CATALOGUE_PATH } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { WaveCover } from '../../widgets/wave-cover.tsx'
import { pathWith } from '../addresses.ts'
import { EntryButtons } from '../EntryButtons.tsx'
import { Frame } from '../Frame.tsx'
import MessagePage from '../MessagePage.tsx'
import { NewDatasets } from '../NewDatasets.tsx'
import type { PageProps } from '../page.ts'
import { AccessCard } from './AccessCard.tsx'
import { FileList } from './FileList.tsx'
import { Properties } from './Properties.tsx'
import { PublicBoards } from './PublicBoards.tsx'
import { Readme } from './Readme.tsx'
import '../list.css'
import '../record.css'

export { ready } from './AccessCard.tsx'

/**
 * The public page of a space, complete without JavaScript. For readers who may not know of the space it looks like a
 * missing one.
 */
export default function SpacePage(props: PageProps) {
  const { data } = props
  return data.space ? <OpenSpace data={data} view={data.space} /> : <MessagePage {...props} />
}

function OpenSpace({ data, view }: { data: PageData; view: SpaceView }) {
  const { t } = useTranslation()
  const { space, folder, readme, mayJoin } = view
  const way = (
    <aside>
      <AccessCard data={data} space={space} mayJoin={mayJoin} />
      <Properties space={space} />
    </aside>
  )
  return (
    <Frame data={data} right={<EntryButtons data={data} callback={space.homepage} />}>
      <main id="main" className="public-main open-space">
        <Head space={space} />
        <div className="columns">
          {/* Readers of a public space come for its files; others come to request access, so that is first. */}
          {!folder && way}
          <div className="content">
            <NewDatasets
              list={view.datasets}
              title={t('spacePage.datasets')}
              all={{ name: t('spacePage.allDatasets'), address: pathWith(CATALOGUE_PATH, { space: space.identifier }) }}
            />
            <PublicBoards list={view.boards} />
            {folder && <FileList space={space} folder={folder} />}
            {readme && <Readme {...readme} />}
            {!folder && !readme && <Unsaid space={space} />}
          </div>
          {folder && way}
        </div>
      </main>
    </Frame>
  )
}

function Head({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { status, type, cover, tags, introduction } = space
  return (
    <header className="space-face">
      <div className="cover">
        {cover ? <img src={cover} alt="" {...COVER_PX} fetchPriority="high" /> : <WaveCover seed={space.id} />}
      </div>
      <div>
        <h1>{space.name}</h1>
        <p className="kind">
          <span className={`tag ${type}`}>{t(`home.types.${type}`)}</span>
          {status === 'normal' && <span>{t(`spacePage.kinds.${type}`)}</span>}
        </p>
        {status !== 'normal' && <Closed space={space} />}
        {introduction && <p className="introduction">{introduction}</p>}
        {tags.length > 0 && (
          <ul className="tags" aria-label={t('home.tags')}>
            {tags.map((tag) => (
              <li key={tag}>
                <a href={pathWith('/', { tag })}>{tag}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </header>
  )
}

/** Shown to members and administrators of a space that is not open: the reason. */
function Closed({ space: { status, reason } }: { space: Space }) {
  const { t } = useTranslation()
  if (status === 'normal') return null
  return (
    <p className="form-note closed" role="status">
      <strong>{t(`home.status.${status}`)}</strong> {t(`spacePage.statusHint.${status}`)}
      {reason && <span>{t('spacePage.reason', { reason })}</span>}
    </p>
  )
}

function Unsaid({ space }: { space: Space }) {
  const { t } = useTranslation()
  const { type, status, myRole } = space
  // Only administrators see the page of a private space without being members.
  if (type === 'private' && status === 'normal' && !myRole)
    return (
      <div className="empty">
        <strong>{t('spacePage.forMembers')}</strong>
        {t('spacePage.forMembersHint')}
      </div>
    )
  return (
    <div className="empty">
      <strong>{t('spacePage.unsaid')}</strong>
      {space.type === 'restricted' && t('spacePage.unsaidHint')}
    </div>
  )
}
