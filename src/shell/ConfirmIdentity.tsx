import { lazy } from 'react'
import { useProofQuestion } from '#providers/confirm.ts'
import { withWords } from '#providers/i18n.ts'
import { OnDemand } from '../widgets/OnDemand.tsx'
import { CrashGuard } from './CrashGuard.tsx'

const ConfirmDialog = lazy(withWords(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog })))

/** Asks who is there before something sensitive goes on. */
export function ConfirmIdentity() {
  const settle = useProofQuestion()
  return (
    <CrashGuard>
      <OnDemand isOpen={settle !== null}>
        <ConfirmDialog settle={settle} />
      </OnDemand>
    </CrashGuard>
  )
}
