import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LegalHold } from '#contract/legal-holds.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { EndForm } from './end-form.tsx'
import { LegalHoldForm } from './form.tsx'

/** A hold that is ended; without one a new one is placed. */
export type LegalHoldPanel = { hold?: LegalHold }

export function LegalHoldDrawer({ panel, onClose }: { panel: LegalHoldPanel | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  return (
    <GuardedDrawer
      title={t(panel?.hold ? 'legalHolds.endTitle' : 'legalHolds.add')}
      open={panel !== null}
      isDirty={isDirty}
      onClose={onClose}
      size={520}
      destroyOnHidden
    >
      {(ask, leave) => {
        const form = { onClose: ask, onDone: leave, onDirty: setDirty }
        if (panel?.hold) return <EndForm hold={panel.hold} {...form} />
        return panel && <LegalHoldForm {...form} />
      }}
    </GuardedDrawer>
  )
}
