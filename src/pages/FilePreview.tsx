import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useMemo } from 'react'
import { isFolder } from '#contract/core/directory.ts'
import type { FileRecord } from '#contract/files.ts'
import { metadata } from '#contract/metadata.ts'
import { type ShareInfo, shareAccess } from '#contract/share-access.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { currentLang, loadConsoleWords } from '#providers/i18n.ts'
import { queryConfig } from '#providers/query.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { datasetSource, PreviewModal, readerSource, sharedRecord, shareSource } from '../preview/index.ts'
import { antTheme, dialogs } from '../shell/ant-theme.ts'
import { useTheme } from '../shell/theme.ts'
import { FileMetadata } from './FileMetadata.tsx'
import type { Listed } from './FileTable.tsx'

// The texts are loaded together with the script.
await loadConsoleWords()
const client = new QueryClient(queryConfig)

/** The source of a page's files: a share link, a public space, or a dataset, whose hashes are paths. */
export type PreviewPlace =
  | { info: ShareInfo; list: readonly Listed[] }
  | { space: Space; list: readonly FileRecord[] }
  | { dataset: string; list: readonly Listed[] }
/** A file of the page, or a sibling that the user stepped to. */
export type Shown = Listed | FileRecord
export type PreviewProps = {
  place: PreviewPlace
  file: Shown
  onStep: (file: Shown) => void
  onClose: () => void
}

const metadataFrom = (place: Exclude<PreviewPlace, { dataset: string }>) => (hash: string) =>
  'info' in place
    ? call(shareAccess.metadata, { linkId: place.info.linkId, hash }, { quiet: true })
    : call(metadata.of, { spaceId: place.space.id, hash }, { quiet: true })
const isFile = (item: Listed) => !isFolder(item)

/** The console's preview on a public page. */
export default function FilePreview({ place, file, onStep, onClose }: PreviewProps) {
  const theme = useTheme()
  const user = useUser()
  const source = useMemo(() => {
    if ('dataset' in place) return datasetSource((hash) => `${place.dataset}/files/${hash}`, place.list)
    return 'info' in place
      ? shareSource(place.info, place.list.filter(isFile))
      : readerSource({ space: place.space, actor: actorOf(user), siblings: place.list.filter(isFile) })
  }, [place, user])
  const record = useMemo(() => ('author' in file ? file : sharedRecord(file)), [file])
  return (
    <QueryClientProvider client={client}>
      <ConfigProvider
        theme={antTheme(theme)}
        locale={currentLang() === 'en' ? enUS : zhCN}
        button={{ autoInsertSpace: false }}
        modal={dialogs}
      >
        <App component={false}>
          <PreviewModal
            source={source}
            file={record}
            onClose={onClose}
            onStep={onStep}
            onRemove={() => Promise.resolve()}
            {...(!('dataset' in place) && {
              metadata: ({ hash }) => <FileMetadata hash={hash} ask={metadataFrom(place)} />,
            })}
          />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
