import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFolder } from '#contract/core/directory.ts'
import { SELECTION_MAX } from '#contract/core/limits.ts'
import type { FileRecord } from '#contract/files.ts'
import { CallFailure } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { LinesSkeleton } from '../../widgets/Skeleton.tsx'
import { NO_CHANGE, type Planned, planNames, type RenamePlan } from '../rename-plan.ts'
import type { DialogProps } from './dialog-props.ts'
import { RenameParts } from './RenameParts.tsx'
import { ChosenProblem, useChosen } from './use-chosen.tsx'
import './rename-many.css'

/** Maximum number of names in the preview. */
const SHOWN = 200

/** Renames many items, with a preview of the new names. */
export default function RenameMany({ context, onClose }: DialogProps<'renameMany'>) {
  const { t } = useTranslation()
  const chosen = useChosen(context.allSelected)
  const { items } = chosen
  const [plan, setPlan] = useState(NO_CHANGE)
  const [wrongParts, setWrongParts] = useState<readonly string[]>([])
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, problem, run } = useTask()
  const planned = useMemo(
    () =>
      planNames(
        (items ?? []).map((item) => ({ hash: item.hash, name: item.name, isFolder: isFolder(item) })),
        plan,
      ),
    [items, plan],
  )
  const changed = planned.filter(({ from, to }) => from !== to)
  const isWrong =
    wrongParts.length > 0 || planned.some(({ problem: wrong }) => wrong) || changed.some(({ to }) => taken.has(to))
  const isTooMany = changed.length > SELECTION_MAX
  const change = (part: Partial<RenamePlan>) => {
    setPlan((before) => ({ ...before, ...part }))
    setWrongParts((before) => before.filter((name) => !(name in part)))
    setTaken(new Set())
  }
  const finish = () =>
    run(async () => {
      const records = new Map((items ?? []).map((item) => [item.hash, item]))
      try {
        await context.renameMany(changed.flatMap(({ hash, to }) => named(records.get(hash), to)))
        onClose()
      } catch (failure) {
        if (failure instanceof CallFailure) setTaken(new Set((failure.data as { names?: string[] } | null)?.names))
        throw failure
      }
    })
  return (
    <Modal
      open
      title={t('files.renaming.title', { count: items?.length ?? 0 })}
      okText={t('files.renaming.do', { count: changed.length })}
      cancelText={t('files.conflict.cancel')}
      okButtonProps={{ disabled: !changed.length || isWrong || isTooMany }}
      confirmLoading={isBusy}
      onOk={() => void finish()}
      onCancel={onClose}
      width={640}
      className="own-width"
      destroyOnHidden
    >
      <RenameParts plan={plan} onChange={change} onWrong={(part) => setWrongParts((before) => [...before, part])} />
      {items ? (
        <Preview planned={planned} taken={taken} />
      ) : chosen.problem ? (
        <ChosenProblem chosen={chosen} />
      ) : (
        <LinesSkeleton rows={4} />
      )}
      {(problem || isTooMany) && (
        <p className="name-error" role="alert">
          {problem || t('files.renaming.tooMany', { count: SELECTION_MAX })}
        </p>
      )}
    </Modal>
  )
}

const named = (record: FileRecord | undefined, name: string) => (record ? [{ record, name }] : [])

/** Invalid names are listed first, because they could be overlooked in a long list. */
function Preview({ planned, taken }: { planned: readonly Planned[]; taken: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const wrongOf = ({ to, from, problem }: Planned) => problem ?? (to !== from && taken.has(to) ? 'taken' : null)
  const shown = [...planned].sort((a, b) => Number(wrongOf(b) !== null) - Number(wrongOf(a) !== null)).slice(0, SHOWN)
  return (
    <section className="rename-preview" aria-label={t('files.renaming.preview')}>
      <ul>
        {shown.map((one) => {
          const wrong = wrongOf(one)
          return (
            <li key={one.hash} data-changed={one.from !== one.to} data-wrong={wrong !== null}>
              <span title={one.from}>{one.from}</span>
              <span aria-hidden="true">→</span>
              <b title={one.to}>{one.to || '–'}</b>
              {wrong && <small>{t(`files.renaming.problems.${wrong}`)}</small>}
            </li>
          )
        })}
      </ul>
      {planned.length > SHOWN && <p>{t('files.renaming.more', { count: planned.length - SHOWN })}</p>}
    </section>
  )
}
