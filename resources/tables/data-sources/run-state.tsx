import { useTranslation } from 'react-i18next'
import type { TaskState } from '#contract/tasks.ts'

/** Interval for refreshing a run in progress. */
export const POLL_MS = 1500
const OPEN: readonly TaskState[] = ['waiting', 'preparing', 'transferring']
export const isOpen = (state: TaskState) => OPEN.includes(state)

const tones: Partial<Record<TaskState, string>> = {
  completed: 'good',
  failed: 'bad',
  partlyFailed: 'warn',
  transferring: 'public',
  preparing: 'public',
}

/** The state of a run. */
export function RunState({ state }: { state: TaskState }) {
  const { t } = useTranslation()
  return <span className={`tag ${tones[state] ?? ''}`}>{t(`sourceImports.states.${state}`)}</span>
}
