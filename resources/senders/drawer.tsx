import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sender } from '#contract/senders.ts'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { SenderForm } from './form.tsx'
import { type Issued, NewCode } from './new-code.tsx'

/** An installation that is edited; without one a new one is added. */
export type SenderPanel = { sender?: Sender }
/** The form of an installation above the list, or the code that was just issued for it. */
export function SenderDrawer({ panel, onClose }: { panel: SenderPanel | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [isDirty, setDirty] = useState(false)
  const [issued, setIssued] = useState<Issued | null>(null)
  return (
    <GuardedDrawer
      title={issued?.sender.name ?? t(panel?.sender ? 'senders.edit' : 'senders.add')}
      open={panel !== null}
      // Closing asks first, because a code that was not copied is lost.
      isDirty={isDirty || issued !== null}
      loss={issued ? 'code' : 'typed'}
      onClose={() => {
        setIssued(null)
        onClose()
      }}
      size={520}
      destroyOnHidden
    >
      {(ask, leave) => {
        if (issued) return <NewCode issued={issued} onDone={leave} />
        const form = { onClose: ask, onDone: leave, onDirty: setDirty, onIssued: setIssued }
        return panel && <SenderForm sender={panel.sender} {...form} />
      }}
    </GuardedDrawer>
  )
}
