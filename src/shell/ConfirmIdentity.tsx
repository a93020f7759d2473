import { useProofQuestion } from '#providers/confirm.ts'
import { withWords } from '#providers/i18n.ts'
import { onDemand } from '../widgets/on-demand.tsx'

const ConfirmDialog = onDemand(
  withWords(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog })),
)

/** Asks the user to confirm their identity before a sensitive operation. */
export function ConfirmIdentity() {
  const answer = useProofQuestion()
  return <ConfirmDialog answer={answer} isOpen={answer !== null} onClose={() => answer?.(false)} />
}
