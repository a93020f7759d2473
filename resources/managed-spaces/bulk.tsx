import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManagedSpace } from '#contract/managed-spaces.ts'
import { RecordBar } from '../../src/widgets/RecordBar.tsx'
import { SetStatus } from './set-status.tsx'

/** Actions for the selected spaces; floats above the list while spaces are selected. */
export function BulkBar({ spaces, onClear }: { spaces: ManagedSpace[]; onClear: () => void }) {
  const { t } = useTranslation()
  const [way, setWay] = useState<'online' | 'offline' | null>(null)
  return (
    <>
      {spaces.length > 0 && (
        <RecordBar
          label={t('managedSpaces.bulk.label')}
          status={t('managedSpaces.bulk.selected', { count: spaces.length })}
          onClear={onClear}
        >
          {(['offline', 'online'] as const).map((one) => (
            <Button key={one} size="small" danger={one === 'offline'} onClick={() => setWay(one)}>
              {t(`managedSpaces.turn.${one}.button`)}
            </Button>
          ))}
        </RecordBar>
      )}
      {way && <SetStatus way={way} spaces={spaces} onClose={() => setWay(null)} onDone={onClear} />}
    </>
  )
}
