import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SELECTION_MAX } from '#contract/core/limits.ts'
import { useTask } from '#providers/use-task.ts'

type Chosen<T> = {
  /** null until all are loaded. */
  items: readonly T[] | null
  /** More items than a single call accepts. */
  isTooMany: boolean
  problem: string
  again: () => void
}

/** The complete selection at the time the dialog opened; later changes of the selection have no effect. */
export function useChosen<T>(read: () => Promise<readonly T[]>): Chosen<T> {
  const [items, setItems] = useState<readonly T[] | null>(null)
  const { problem, run } = useTask()
  const again = () => void run(async () => setItems(await read()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(again, [])
  return { items, isTooMany: (items?.length ?? 0) > SELECTION_MAX, problem, again }
}

/** Explains why the selection could not be loaded or is too large. */
export function ChosenProblem({ chosen: { problem, isTooMany, again } }: { chosen: Chosen<unknown> }) {
  const { t } = useTranslation()
  if (problem)
    return <Alert type="error" showIcon title={problem} action={<Button onClick={again}>{t('errors.retry')}</Button>} />
  return isTooMany && <Alert type="warning" showIcon title={t('files.tooManyChosen', { count: SELECTION_MAX })} />
}
