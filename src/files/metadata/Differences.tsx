import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_TAGS_MAX, META_PAIRS_MAX, TAG_LENGTH_MAX } from '#contract/core/limits.ts'
import { type CellChange, type Comparison, metadata, type RowChange, type RowProblem } from '#contract/metadata.ts'
import type { Task } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { formatCount } from '../../widgets/format.ts'
import { Applying } from './Applying.tsx'

type Props = { spaceId: string; name: string; comparison: Comparison; onOther: () => void }
/** Number of files shown at first and added at a time. */
const STEP = 100

/** The changes that a sheet would make, by file and cell, and its errors. */
export function Differences({ spaceId, name, comparison, onOther }: Props) {
  const { t, i18n } = useTranslation()
  const { changes, problems, unchanged } = comparison
  const [shown, setShown] = useState<'changes' | 'problems'>(changes.length ? 'changes' : 'problems')
  const [limit, setLimit] = useState(STEP)
  const { isBusy, problem, run } = useTask()
  const [begun, setBegun] = useState<{ task: Task; changes: readonly RowChange[]; isBack: boolean } | null>(null)
  const write = async (wanted: RowChange[], isBack: boolean) => {
    const task = await call(metadata.apply, { spaceId, name, changes: wanted }, { quiet: true })
    setBegun({ task, changes: wanted, isBack })
  }
  const rows = shown === 'changes' ? changes : problems
  if (begun)
    return (
      <Applying
        key={begun.task.id}
        spaceId={spaceId}
        begun={begun.task}
        changes={begun.changes}
        onOther={onOther}
        onTakeBack={begun.isBack ? undefined : (opposite) => write(opposite, true)}
      />
    )
  const count = (value: number) => formatCount(value, i18n.language)
  return (
    <>
      <Alert
        type={problems.length ? 'warning' : 'info'}
        showIcon
        title={
          changes.length
            ? t('metadata.sheets.would', { count: changes.length, name })
            : t('metadata.sheets.nothing', { name })
        }
        description={
          <>
            {problems.length > 0 && <div>{t('metadata.sheets.leavesOut')}</div>}
            {unchanged > 0 && <div>{t('metadata.sheets.unchanged', { count: unchanged })}</div>}
          </>
        }
      />
      {changes.length > 0 && problems.length > 0 && (
        <Segmented<'changes' | 'problems'>
          className="metadata-choice num"
          value={shown}
          onChange={(value) => {
            setShown(value)
            setLimit(STEP)
          }}
          options={[
            { value: 'changes', label: `${t('metadata.sheets.changes')} ${count(changes.length)}` },
            { value: 'problems', label: `${t('metadata.sheets.problems')} ${count(problems.length)}` },
          ]}
        />
      )}
      {shown === 'changes' ? (
        <ul className="metadata-changes">
          {changes.slice(0, limit).map((change) => (
            <Change key={change.hash} change={change} />
          ))}
        </ul>
      ) : (
        <ul className="metadata-changes">
          {problems.slice(0, limit).map((problem) => (
            <Problem key={`${problem.row} ${problem.key} ${problem.problem}`} problem={problem} />
          ))}
        </ul>
      )}
      {rows.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + STEP)}>
          {t('common.more')}
        </Button>
      )}
      {problem && <Alert type="error" showIcon title={problem} />}
      <div className="metadata-buttons">
        {changes.length > 0 && (
          <Button type="primary" loading={isBusy} onClick={() => void run(() => write(changes, false))}>
            {t('metadata.sheets.apply', { count: changes.length })}
          </Button>
        )}
        <Button disabled={isBusy} onClick={onOther}>
          {t('metadata.sheets.other')}
        </Button>
      </div>
    </>
  )
}

function Change({ change }: { change: RowChange }) {
  return (
    <li>
      <b>{change.path}</b>
      <dl>
        {change.cells.map((cell) => (
          <Cell key={`${cell.column} ${cell.key}`} cell={cell} />
        ))}
      </dl>
    </li>
  )
}

function Cell({ cell: { column, key, before, after } }: { cell: CellChange }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{column === 'meta' ? key : t(`metadata.columns.${column}`)}</dt>
      <dd>
        {before && <del>{before}</del>}
        {after ? <ins>{after}</ins> : <small className="soft">{t('metadata.sheets.taken')}</small>}
      </dd>
    </div>
  )
}

/** The limits named in the messages of problems. */
const limits: Partial<Record<RowProblem['problem'], number>> = {
  tag: TAG_LENGTH_MAX,
  tooManyTags: FILE_TAGS_MAX,
  tooManyEntries: META_PAIRS_MAX,
}

function Problem({ problem: { row, path, key, value, problem } }: { problem: RowProblem }) {
  const { t } = useTranslation()
  return (
    <li>
      <b>{path || value}</b> <small className="soft">{t('metadata.sheets.row', { row })}</small>
      <p className="metadata-problem">
        {key && t(value ? 'metadata.sheets.cell' : 'metadata.sheets.column', { key, value })}
        {t(`metadata.problems.${problem}`, { count: limits[problem] ?? 0 })}
      </p>
    </li>
  )
}
