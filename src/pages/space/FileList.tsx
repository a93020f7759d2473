import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { FolderView } from '#contract/pages/data.ts'
import type { Space } from '#contract/spaces.ts'
import { addressAt } from '#providers/address.ts'
import { pathWith } from '../addresses.ts'
import { FileTable, type Listed } from '../FileTable.tsx'
import { usePreview } from '../use-preview.tsx'

type Props = { space: Space; folder: FolderView }

/** The files of a folder of a public space as plain links; with JavaScript a file opens over the page. */
export function FileList({ space, folder }: Props) {
  const { t } = useTranslation()
  const { list, next, above, hash } = folder
  const { open, shown } = usePreview({ space, list })
  const contentOf = (file: Listed, download?: string) =>
    addressAt(`/files/${file.hash}/content`, { spaceId: space.id, download })
  return (
    <section className="space-files" aria-labelledby="files">
      <div className="files-head">
        <h2 id="files">{t('home.files')}</h2>
        {list.length > 0 && (
          <a className="btn" href={zipOf(space.id, hash)} rel="nofollow">
            {t(above.length ? 'spacePage.zipFolder' : 'spacePage.zip')}
          </a>
        )}
      </div>
      <Crumbs space={space} folder={folder} />
      {list.length ? (
        <FileTable
          list={list}
          labelledBy="files"
          placeOf={(file) => (isFolder(file) ? pathWith(space.homepage, { folder: file.hash }) : contentOf(file))}
          takeOf={(file) => (isFolder(file) ? zipOf(space.id, file.hash) : contentOf(file, '1'))}
          onOpen={open}
        />
      ) : (
        <p className="empty">{t('spacePage.noFiles')}</p>
      )}
      {next && (
        <p className="paging">
          <a className="btn" rel="next" href={folderAddress(space, folder, next)}>
            {t('spacePage.moreFiles')}
          </a>
        </p>
      )}
      {shown}
    </section>
  )
}

const folderAddress = (space: Space, { hash, above }: Pick<FolderView, 'hash' | 'above'>, after?: string) =>
  pathWith(space.homepage, { folder: above.length ? hash : '', after })
const zipOf = (spaceId: string, hash: string) => addressAt('/files/zip', { spaceId, hash })

function Crumbs({ space, folder }: { space: Space; folder: FolderView }) {
  const { t } = useTranslation()
  const [, ...inner] = folder.above
  if (!folder.above.length) return null
  return (
    <nav className="crumbs" aria-label={t('spacePage.crumbs')}>
      <ol>
        <li>
          <a href={space.homepage}>{t('spacePage.root')}</a>
        </li>
        {inner.map(({ hash, name }) => (
          <li key={hash}>
            <a href={pathWith(space.homepage, { folder: hash })}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{folder.name}</li>
      </ol>
    </nav>
  )
}
