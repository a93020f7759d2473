import { useTranslation } from 'react-i18next'
import { DIRECTORY } from '#contract/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import type { FolderView } from '#contract/page.ts'
import type { Space } from '#contract/spaces.ts'
import { addressAt } from '#providers/address.ts'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDay } from '../../widgets/format.ts'
import { pathWith } from '../addresses.ts'

type Props = { space: Space; folder: FolderView }

/** The files of a folder of a public space as plain links: walked, read and downloaded without a script. */
export function FileList({ space, folder }: Props) {
  const { t } = useTranslation()
  const { list, next, above, hash } = folder
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
        <table className="plain-table" aria-labelledby="files">
          <thead>
            <tr>
              <th scope="col">{t('home.columns.name')}</th>
              <th scope="col" className="number">
                {t('spacePage.size')}
              </th>
              <th scope="col" className="number wide">
                {t('spacePage.modified')}
              </th>
              <th scope="col">
                <span className="sr-only">{t('spacePage.download')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((file) => (
              <Row key={file.hash} space={space} file={file} />
            ))}
          </tbody>
        </table>
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

function Row({ space, file }: { space: Space; file: FileRecord }) {
  const { t, i18n } = useTranslation()
  const { hash, name, size, mime, suffix, updateTime } = file
  const isFolder = mime === DIRECTORY
  const content = (download?: string) => addressAt(`/files/${hash}/content`, { spaceId: space.id, download })
  const address = isFolder ? pathWith(space.homepage, { folder: hash }) : content()
  return (
    <tr>
      <th scope="row">
        <span className="file">
          <FileIcon suffix={suffix} mime={mime} />
          <a href={address} rel={isFolder ? undefined : 'nofollow'}>
            {name}
          </a>
        </span>
      </th>
      <td className="number">{formatBytes(size)}</td>
      <td className="number wide">
        <time dateTime={updateTime}>{formatDay(updateTime, i18n.language)}</time>
      </td>
      <td className="take">
        <a href={isFolder ? zipOf(space.id, hash) : content('1')} rel="nofollow" title={t('spacePage.download')}>
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            aria-hidden="true"
          >
            <path d="M8 2.5v7.5m-3-3 3 3 3-3M3 13h10" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
          <span className="sr-only">{t(isFolder ? 'spacePage.takeFolder' : 'spacePage.take', { name })}</span>
        </a>
      </td>
    </tr>
  )
}
