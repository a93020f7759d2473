import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatasetEntry, DatasetFolder, DatasetView } from '#contract/pages/data.ts'
import { FileIcon } from '../../widgets/file-icon.tsx'
import { formatBytes, formatCount } from '../../widgets/format.ts'
import { pathWith } from '../addresses.ts'
import type { Listed } from '../FileTable.tsx'
import { usePreview } from '../use-preview.tsx'
import '../file-table.css'

type Props = { view: DatasetView; files: DatasetFolder }
const coded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
const suffixOf = (name: string) => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '')

/** An item as the preview knows it: by its path. */
const listed = ({ path, name, mime, size }: DatasetEntry, updateTime: string): Listed => ({
  hash: coded(path),
  name,
  suffix: suffixOf(name),
  mime,
  size,
  updateTime,
})

/**
 * One folder of the version as a form: the selection is downloaded as one zip, without a script. With one, what can be
 * read opens over the page.
 */
export function Files({ view, files }: Props) {
  const { t, i18n } = useTranslation()
  const { version, page, isPreview } = view
  const { folder, list, next } = files
  const itemOf = (entry: DatasetEntry) => listed(entry, version.publishedAt)
  const { open, shown } = usePreview({
    dataset: page,
    list: list.filter(({ preview }) => preview === 'page').map(itemOf),
  })
  return (
    <section aria-labelledby="files">
      <div className="files-head">
        <h2 id="files">{t('datasets.files')}</h2>
        <span className="sum num">
          {t('datasets.fileSum', {
            count: version.fileCount,
            files: formatCount(version.fileCount, i18n.language),
            size: formatBytes(version.sizeBytes),
          })}
        </span>
      </div>
      <Crumbs page={page} folder={folder} />
      <form method="post" action={`${page}/zip`}>
        <table className="plain-table file-table dataset-files" aria-labelledby="files">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('datasets.select')}</span>
              </th>
              <th scope="col">{t('datasets.name')}</th>
              <th scope="col" className="wide">
                SHA-256
              </th>
              <th scope="col" className="number">
                {t('datasets.size')}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map((entry) => (
              <Row
                key={entry.path}
                entry={entry}
                page={page}
                isPreview={isPreview}
                onOpen={(event) => open(event, itemOf(entry))}
              />
            ))}
          </tbody>
        </table>
        {list.length === 0 && <p className="empty">{t('datasets.noFiles')}</p>}
        {list.length > 0 && !isPreview && (
          <p className="form-end">
            <button type="submit" className="btn">
              {t('datasets.downloadSelected')}
            </button>
            {folder && (
              <a className="btn" href={pathWith(`${page}/zip`, { path: folder })} rel="nofollow">
                {t('datasets.downloadFolder')}
              </a>
            )}
          </p>
        )}
      </form>
      {next && (
        <p className="paging">
          <a className="btn" rel="next" href={pathWith(page, { folder, after: next })}>
            {t('datasets.moreFiles')}
          </a>
        </p>
      )}
      {shown}
    </section>
  )
}

type RowProps = { entry: DatasetEntry; page: string; isPreview: boolean; onOpen: (event: MouseEvent) => void }

function Row({ entry, page, isPreview, onOpen }: RowProps) {
  const { t, i18n } = useTranslation()
  const { name, path, isFolder, size, sha256, mime, files, preview } = entry
  const address = isFolder ? pathWith(page, { folder: path }) : `${page}/files/${coded(path)}`
  return (
    <tr>
      <td className="pick">
        {!isPreview && (
          <input type="checkbox" name="path" value={path} aria-label={t('datasets.selectOne', { name })} />
        )}
      </td>
      <th scope="row">
        <span className="file">
          <FileIcon suffix={suffixOf(name)} mime={isFolder ? 'directory' : mime} />
          <span>
            {isPreview ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={address} rel={isFolder ? undefined : 'nofollow'}>
                <bdi>{name}</bdi>
              </a>
            )}
            {preview === 'page' && (
              <a
                className="preview"
                href={`${address}?preview`}
                rel="nofollow"
                aria-label={t('datasets.previewOf', { name })}
                onClick={onOpen}
              >
                {t('datasets.preview')}
              </a>
            )}
            {preview === 'picture' && (
              <details className="preview">
                <summary aria-label={t('datasets.previewOf', { name })}>{t('datasets.preview')}</summary>
                <img src={`${address}?preview`} alt={name} loading="lazy" />
              </details>
            )}
            {isFolder && (
              <small>{t('datasets.filesIn', { count: files, files: formatCount(files, i18n.language) })}</small>
            )}
          </span>
        </span>
      </th>
      <td className="wide">{sha256 && <code title={sha256}>{`${sha256.slice(0, 8)}…${sha256.slice(-4)}`}</code>}</td>
      <td className="number">{formatBytes(size)}</td>
    </tr>
  )
}

function Crumbs({ page, folder }: { page: string; folder: string }) {
  const { t } = useTranslation()
  const names = folder.split('/').filter(Boolean)
  if (!names.length) return null
  return (
    <nav className="crumbs" aria-label={t('datasets.crumbs')}>
      <ol>
        <li>
          <a href={page}>{t('datasets.root')}</a>
        </li>
        {names.map((name, at) => {
          const path = `${names.slice(0, at + 1).join('/')}/`
          const isLast = at === names.length - 1
          return (
            <li key={path} aria-current={isLast ? 'page' : undefined}>
              {isLast ? name : <a href={pathWith(page, { folder: path })}>{name}</a>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
