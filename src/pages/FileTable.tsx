import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { FileIcon } from '../widgets/file-icon.tsx'
import { formatBytes, formatDay } from '../widgets/format.ts'
import './file-table.css'

export type Listed = Pick<FileRecord, 'hash' | 'name' | 'suffix' | 'mime' | 'updateTime'> & {
  /** Null if unknown. */
  size: number | null
}
type Places = {
  /** The address that opens an item. */
  placeOf: (item: Listed) => string
  /** The download address of an item; null if it has none. */
  takeOf: (item: Listed) => string | null
  onOpen?: (event: MouseEvent, item: Listed) => void
}

/** Files and folders as plain links, which work without JavaScript. `labelledBy` is the id of its heading. */
export function FileTable({ list, labelledBy, ...places }: Places & { list: readonly Listed[]; labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <table className="plain-table file-table" aria-labelledby={labelledBy}>
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
        {list.map((item) => (
          <Row key={item.hash} item={item} {...places} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ item, placeOf, takeOf, onOpen }: Places & { item: Listed }) {
  const { i18n } = useTranslation()
  const { name, size, mime, suffix, updateTime } = item
  const isOpened = isFolder(item)
  const take = takeOf(item)
  return (
    <tr>
      <th scope="row">
        <span className="file">
          <FileIcon suffix={suffix} mime={mime} />
          <a
            href={placeOf(item)}
            rel={isOpened ? undefined : 'nofollow'}
            onClick={(event) => !isOpened && onOpen?.(event, item)}
          >
            {name}
          </a>
        </span>
      </th>
      <td className="number">{size === null ? '' : formatBytes(size)}</td>
      <td className="number wide">
        <time dateTime={updateTime}>{formatDay(updateTime, i18n.language)}</time>
      </td>
      <td className="take">{take && <Take address={take} name={name} isFolder={isOpened} />}</td>
    </tr>
  )
}

function Take({ address, name, isFolder }: { address: string; name: string; isFolder: boolean }) {
  const { t } = useTranslation()
  return (
    <a href={address} rel="nofollow" title={t('spacePage.download')}>
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
  )
}
