import { ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import type { TableSource } from '#contract/table-files.ts'
import type { DataTable } from '#contract/tables.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportSettings } from './import-settings.tsx'
import { ImportSource } from './import-source.tsx'
import './import.css'

type Props = {
  space: Space
  /** The table that takes the rows; absent: a new one. */
  table?: DataTable
  /** Called when an import has finished, to open the table. */
  onOpen: (tableId: string) => void
}
export type ImportFile = { source: TableSource; name: string }

/** Imports a file as a new table. */
export function ImportButton(props: Omit<Props, 'table'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => setOpen(true)}>
        {t('tableFiles.import.button')}
      </Button>
      {isOpen && <ImportDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type DrawerProps = Props & { file?: ImportFile; onClose: () => void }

/** Imports a file into a table: choose it, set its columns, follow the progress. With a file that was chosen elsewhere, it begins at its settings. */
export function ImportDrawer({ space, table, file, onOpen, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ImportFile | null>(file ?? null)
  const [tasks, setTasks] = useState<string[]>([])
  const title = table ? t('tableFiles.import.into', { name: table.name }) : t('tableFiles.import.title')
  return (
    <GuardedDrawer title={title} isDirty={chosen !== null && tasks.length === 0} onClose={onClose} size={1040}>
      {(ask, leave) => (
        <>
          {tasks.map((taskId) => (
            <ImportProgress
              key={taskId}
              taskId={taskId}
              isOneOfMany={tasks.length > 1}
              isNew={!table}
              onClose={leave}
              onOpen={(id) => {
                onOpen(id)
                leave()
              }}
              onAgain={() => setTasks([])}
            />
          ))}
          {!chosen && (
            <ImportSource space={space} onChosen={(source, name) => setChosen({ source, name })} onClose={ask} />
          )}
          {chosen && (
            // What was chosen is kept while the import goes on: after a failure people change it.
            <div hidden={tasks.length > 0}>
              <ImportSettings
                space={space}
                table={table}
                {...chosen}
                isShown={tasks.length === 0}
                onBack={() => setChosen(null)}
                onBegun={setTasks}
                onClose={ask}
              />
            </div>
          )}
        </>
      )}
    </GuardedDrawer>
  )
}
