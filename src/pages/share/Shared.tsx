import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { COVER_PX } from '#contract/core/limits.ts'
import type { PageData, ShareView } from '#contract/pages/data.ts'
import type { ShareInfo } from '#contract/share-access.ts'
import { addressAt } from '#providers/address.ts'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatDay } from '../../widgets/format.ts'
import { WaveCover } from '../../widgets/wave-cover.tsx'
import { pathWith } from '../addresses.ts'
import { FileTable, type Listed } from '../FileTable.tsx'
import { Frame } from '../Frame.tsx'
import { usePreview } from '../use-preview.tsx'

type Page = NonNullable<ShareView['page']>
type Props = { data: PageData; path: string; info: ShareInfo; page: Page }

/** The shared items as plain links; with JavaScript a file opens over the page. */
export function Shared({ data, path, info, page }: Props) {
  const isFile = info.kind === 'file' && page.list[0]
  return (
    <Frame data={data}>
      <main id="main" className="public-main shared">
        <Face info={info} />
        {isFile ? <OneFile info={info} file={isFile} /> : <Listing path={path} info={info} page={page} />}
      </main>
    </Frame>
  )
}

function Face({ info }: { info: ShareInfo }) {
  const { t, i18n } = useTranslation()
  const { space, maker, endTime, mayDownload, title } = info
  return (
    <header className="shared-face">
      {space && (
        <div className="cover">
          {space.cover ? <img src={space.cover} alt="" {...COVER_PX} /> : <WaveCover seed={space.name} />}
        </div>
      )}
      <div>
        <h1>{title}</h1>
        <p>
          {t('shareAccess.from', { maker, day: formatDay(endTime, i18n.language) })}
          {!mayDownload && <span className="tag warn">{t('shareAccess.viewOnly')}</span>}
        </p>
        {space?.introduction && <p className="introduction">{space.introduction}</p>}
      </div>
    </header>
  )
}

const bytesOf = ({ linkId }: ShareInfo, hash: string, download?: string) =>
  addressAt('/share/file', { linkId, hash, download })
const zipOf = ({ linkId }: ShareInfo, hash?: string) => addressAt('/share/zip', { linkId, hash })

function OneFile({ info, file }: { info: ShareInfo; file: Listed }) {
  const { t } = useTranslation()
  const { open, shown } = usePreview({ info, list: [file] })
  return (
    <section className="one-file">
      <FileIcon suffix={file.suffix} mime={file.mime} />
      <strong>{file.name}</strong>
      <span className="soft">{formatBytes(file.size ?? 0)}</span>
      <div className="actions">
        <a
          className={info.mayDownload ? 'btn' : 'btn primary'}
          href={bytesOf(info, file.hash)}
          rel="nofollow"
          onClick={(event) => open(event, file)}
        >
          {t('shareAccess.preview')}
        </a>
        {info.mayDownload && (
          <a className="btn primary" href={bytesOf(info, file.hash, '1')} rel="nofollow">
            {t('shareAccess.download')}
          </a>
        )}
      </div>
      {shown}
    </section>
  )
}

function Listing({ path, info, page }: Omit<Props, 'data'>) {
  const { t } = useTranslation()
  const { list, above, next } = page
  const here = above.at(-1)
  const inside = above.length > 1 || (info.kind === 'selection' && above.length > 0)
  const address = (folder?: string, after?: string) => pathWith(path, { link: info.linkId, folder, after })
  const { open, shown } = usePreview({ info, list })
  return (
    <section className="shared-files" aria-labelledby="files">
      <div className="files-head">
        <h2 id="files">{inside ? here?.name : t('shareAccess.files')}</h2>
        {info.mayDownload && list.length > 0 && (
          <a className="btn" href={zipOf(info, here?.hash)} rel="nofollow">
            {t(inside ? 'shareAccess.folder' : 'shareAccess.all')}
          </a>
        )}
      </div>
      {inside && <Crumbs info={info} above={above} address={address} />}
      {list.length ? (
        <FileTable
          list={list}
          labelledBy="files"
          placeOf={(item) => (isFolder(item) ? address(item.hash) : bytesOf(info, item.hash))}
          takeOf={(item) =>
            !info.mayDownload ? null : isFolder(item) ? zipOf(info, item.hash) : bytesOf(info, item.hash, '1')
          }
          onOpen={open}
        />
      ) : (
        <p className="empty">{t('shareAccess.none')}</p>
      )}
      {next && (
        <p className="paging">
          <a className="btn" rel="next" href={address(inside ? here?.hash : undefined, next)}>
            {t('shareAccess.more')}
          </a>
        </p>
      )}
      {shown}
    </section>
  )
}

type CrumbsProps = { info: ShareInfo; above: Page['above']; address: (folder?: string) => string }

/** The path from the shared item to the current folder. */
function Crumbs({ info, above, address }: CrumbsProps) {
  const { t } = useTranslation()
  const inner = info.kind === 'selection' ? above : above.slice(1)
  const last = inner.at(-1)
  return (
    <nav className="crumbs" aria-label={t('spacePage.crumbs')}>
      <ol>
        <li>
          <a href={address()}>{info.kind === 'folder' ? info.title : t('shareAccess.root')}</a>
        </li>
        {inner.slice(0, -1).map(({ hash, name }) => (
          <li key={hash}>
            <a href={address(hash)}>{name}</a>
          </li>
        ))}
        <li aria-current="page">{last?.name}</li>
      </ol>
    </nav>
  )
}
