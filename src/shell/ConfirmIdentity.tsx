import { useProofQuestion } from '#providers/confirm.ts'
import { withWords } from '#providers/i18n.ts'
import { onDemand } from '../widgets/on-demand.tsx'

const ConfirmDialog = onDemand(
  withWords(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog })),
)

/** Asks who is there before something sensitive goes on. */
export function ConfirmIdentity() {
  const answer = useProofQuestion()
  return <ConfirmDialog answer={answer} isOpen={answer !== null} onClose={() => answer?.(false)} />
}
