import { App } from 'antd'
import { useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useOffer } from '../widgets/use-offer.tsx'
import { did, type History, historyOf, onHistory, type Revert, redid, type Step, setHistory, undid } from './history.ts'

/** Undo and redo run one after another, even when pressed repeatedly. */
let tail: Promise<void> = Promise.resolve()
let count = 0

type Needs = { key: string; reload: () => Promise<void> }

/**
 * The undo history of one user in one space: records steps, announces them with an Undo button, undoes and redoes them.
 */
export function useHistory({ key, reload }: Needs) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const offer = useOffer()
  const history = useSyncExternalStore(onHistory, () => historyOf(key))
  const reloaded = useRef(reload)
  reloaded.current = reload

  /** A step that fails stays in the history, so that it can be retried. */
  async function revert(step: Step, record: (before: History, step: Step, next: Revert) => History, said: string) {
    message.destroy(step.key)
    let next: Revert
    try {
      next = await step.revert()
    } catch {
      // `call` has shown the failure; the reload shows what was done before it.
      return reloaded.current()
    }
    setHistory(key, record(historyOf(key), step, next))
    await reloaded.current()
    void message.success(said)
  }
  const inOrder = (run: () => Promise<void>): Promise<void> => {
    tail = tail.then(run)
    return tail
  }
  const undo = (wanted?: Step) =>
    inOrder(async () => {
      const { done } = historyOf(key)
      const step = wanted ? done.find((one) => one === wanted) : done.at(-1)
      if (step) return revert(step, undid, t('files.said.undone', { what: step.label }))
      if (!wanted) void message.info(t('files.said.nothingToUndo'))
    })
  const redo = () =>
    inOrder(async () => {
      const step = historyOf(key).undone.at(-1)
      if (step) return revert(step, redid, t('files.said.redone', { what: step.label }))
      void message.info(t('files.said.nothingToRedo'))
    })

  /** Records a performed step, reloads the list and announces the step with an Undo button. */
  async function remember(label: string, back: Revert): Promise<void> {
    count += 1
    const step: Step = { key: `undo-${count}`, label, revert: back }
    setHistory(key, did(historyOf(key), step))
    await reloaded.current()
    offer({ key: step.key, said: label, label: t('files.actions.undo'), act: () => void undo(step) })
  }

  return {
    remember,
    undo: () => undo(),
    redo,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
  }
}
