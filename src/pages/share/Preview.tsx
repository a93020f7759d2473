import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useMemo } from 'react'
import type { ShareInfo } from '#contract/share-door.ts'
import { currentLang, loadConsoleWords } from '#providers/i18n.ts'
import { queryConfig } from '#providers/query.ts'
import { PreviewModal, sharedRecord, shareSource } from '../../preview/index.ts'
import { antTheme, dialogs } from '../../shell/ant-theme.ts'
import { useTheme } from '../../shell/theme.ts'
import type { Listed } from '../FileTable.tsx'
import { Facts } from './Facts.tsx'

// The words come with the script.
await loadConsoleWords()
const client = new QueryClient(queryConfig)

export type PreviewProps = {
  info: ShareInfo
  files: readonly Listed[]
  file: Listed
  onStep: (file: Listed) => void
  onClose: () => void
}

/** The preview of the console, fed by a link instead of a session. */
export default function Preview({ info, files, file, onStep, onClose }: PreviewProps) {
  const theme = useTheme()
  const source = useMemo(() => shareSource(info, files), [info, files])
  const record = useMemo(() => sharedRecord(file), [file])
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
            facts={({ hash }) => <Facts linkId={info.linkId} hash={hash} />}
          />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
