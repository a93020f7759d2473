import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataSource } from '#contract/data-sources.ts'
import type { SourceImport } from '#contract/source-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { GuardedDrawer } from '../../../src/widgets/GuardedDrawer.tsx'
import { LinesSkeleton } from '../../../src/widgets/Skeleton.tsx'
import type { SourceAt } from './address.ts'
import { ImportForm } from './import-form.tsx'
import { NotReached } from './not-reached.tsx'
import { useSampled } from './use-sampled.ts'

/** A new import of a table, or one that is edited. */
export type AskedImport = { at: SourceAt; record?: SourceImport }
type Props = {
  space: Space
  source: DataSource
  asked: AskedImport
  onClose: () => void
  onMade?: (importId: string) => void
}

/** What is read of a table of a data source, into which table, and when. */
export function ImportDrawer({ space, source, asked, onClose, onMade }: Props) {
  const { t } = useTranslation()
  const { at, record } = asked
  const [isDirty, setDirty] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const query = useSampled({ spaceId: space.id, sourceId: source.id, at })
  return (
    <GuardedDrawer
      title={t(record ? 'sourceImports.editTitle' : 'sourceImports.createTitle', { name: `${at.schema}.${at.table}` })}
      isDirty={isDirty && made === null}
      onClose={() => {
        onClose()
        // A new import is opened once nothing is unsaved any more.
        if (made !== null) onMade?.(made)
      }}
      size={1040}
    >
      {(ask, leave) => {
        if (query.error) return <NotReached error={query.error} onRetry={query.refetch} onEdit={null} />
        if (!query.data) return <LinesSkeleton rows={8} />
        return (
          <ImportForm
            space={space}
            source={source}
            at={at}
            record={record}
            seen={query.data}
            onClose={ask}
            onDirty={setDirty}
            onDone={(id) => {
              if (!record) setMade(id)
              leave()
            }}
          />
        )
      }}
    </GuardedDrawer>
  )
}
