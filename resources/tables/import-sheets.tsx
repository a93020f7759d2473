import { useQueries } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Switch } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_NAME_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { type Misfits, type TableScan, type TableSource, tableFiles } from '#contract/table-files.ts'
import type { Task } from '#contract/tasks.ts'
import { call } from '#providers/call.ts'
import { sentenceOf } from '#providers/failures.ts'
import { unfitOf } from '#providers/unfit-values.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { UnfitValues } from '../../src/widgets/UnfitValues.tsx'
import { ImportColumns } from './import-columns.tsx'
import { HERE, type PlannedColumn, planOf, sheetState, sheetWish, warningsIn } from './import-plan.ts'
import { taskQuery } from './import-progress.tsx'
import { ImportStart } from './import-start.tsx'
import { MisfitsField } from './misfits-field.tsx'
import { useTakenNames } from './use-taken-names.ts'

type Props = {
  space: Space
  source: TableSource
  /** The names of all sheets. */
  sheets: readonly string[]
  /** Not while the imports are followed, which ask for their tasks themselves. */
  isShown: boolean
  onBegun: (tasks: string[]) => void
  onClose: () => void
}
/** The settings of a sheet; absent ones keep the detected value. */
type Said = {
  isTaken?: boolean
  name?: string
  plan?: PlannedColumn[] | null
  hasHeader?: boolean | undefined
  firstRow?: number
}

/** Imports several sheets of a workbook at once, each into a new table by a separate task. */
export function ImportSheets({ space, source, sheets, isShown, onBegun, onClose }: Props) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map())
  const [isShared, setShared] = useState(true)
  const [misfits, setMisfits] = useState<Misfits>('refuse')
  // Started imports are not repeated: if a later sheet is refused, only the remaining ones are started again.
  const [begun, setBegun] = useState<ReadonlyMap<number, string>>(new Map())
  const [looked, setLooked] = useState(0)
  const scans = useQueries({
    queries: sheets.map((_, sheet) => {
      const { hasHeader, firstRow } = said.get(sheet) ?? {}
      const start = { ...(hasHeader !== undefined && { hasHeader }), ...(firstRow !== undefined && { firstRow }) }
      const reading = { sheet, ...start }
      return {
        queryKey: ['tables', space.id, 'scan', source, reading],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call(tableFiles.scan, { spaceId: space.id, source, ...reading }, { quiet: true, signal }),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // One after the other: the server looks at few files at a time.
        enabled: sheet <= looked,
      }
    }),
  })
  // What a sheet holds is still shown while it is read again.
  const known = useRef(new Map<number, TableScan>())
  scans.forEach(({ data }, sheet) => {
    if (data) known.current.set(sheet, data)
  })
  const isLooked = scans.at(looked)?.isFetched
  useEffect(() => {
    if (isLooked) setLooked(looked + 1)
  }, [isLooked, looked])
  const tasks = useQueries({
    queries: [...begun.values()].map((taskId) => ({
      ...taskQuery(taskId),
      ...(!isShown && { refetchInterval: false }),
    })),
  })
  const taskOf = (sheet: number) => tasks[[...begun.keys()].indexOf(sheet)]?.data
  const stateOf = (sheet: number) => (begun.has(sheet) ? sheetState(taskOf(sheet)) : null)
  const say = (sheet: number, more: Said) => setSaid(new Map(said).set(sheet, { ...said.get(sheet), ...more }))
  const chosen = scans.flatMap(({ data: scan }, sheet) => {
    const one = said.get(sheet)
    if (!scan || stateOf(sheet) || !(one?.isTaken ?? scan.rows > 0)) return []
    const plan = one?.plan ?? planOf(scan.columns, null, 'name')
    return [{ sheet, scan, plan, name: one?.name ?? nameOf(sheets[sheet]) }]
  })
  const isTakenName = useTakenNames(space.id, true)
  const names = chosen.map(({ name }) => name.trim().toLowerCase())
  const isTwice = new Set(names).size < names.length
  const isFit = ({ name, plan }: (typeof chosen)[number]) =>
    name.trim() !== '' && plan.some((one) => one.isTaken) && !isTakenName(name)
  const isReady = chosen.length > 0 && !isTwice && chosen.every(isFit)
  const begin = () =>
    run(async () => {
      const started = new Map(begun)
      for (const { sheet, scan, plan, name } of chosen) {
        const wish = { ...sheetWish(scan, plan, HERE), source, mode: 'new' as const, name, isShared, misfits }
        const { id } = await call(tableFiles.import, { spaceId: space.id, ...wish }, { quiet: true })
        started.set(sheet, id)
        setBegun(new Map(started))
      }
      onBegun([...started.values()])
    })
  return (
    <Form layout="vertical" onFinish={begin}>
      <ul className="import-sheets">
        {scans.map(({ error }, sheet) => (
          <Sheet
            key={sheet}
            isTakenName={isTakenName}
            title={sheets[sheet] ?? ''}
            scan={known.current.get(sheet)}
            error={error}
            state={stateOf(sheet)}
            failed={isShown && stateOf(sheet) === null ? taskOf(sheet) : undefined}
            said={said.get(sheet) ?? {}}
            onSay={(more) => say(sheet, more)}
          />
        ))}
      </ul>
      {isTwice && <Alert type="warning" title={t('tableFiles.import.sameNames')} />}
      <Form.Item label={t('tableFiles.import.isShared')} htmlFor="sheets-isShared">
        <Switch id="sheets-isShared" checked={isShared} onChange={setShared} />
      </Form.Item>
      <MisfitsField value={misfits} onChange={setMisfits} />
      <FormEnd
        submit={t('tableFiles.import.beginSheets', { count: chosen.length })}
        isBusy={isBusy}
        isDisabled={!isReady}
        problem={problem}
        onCancel={onClose}
      />
    </Form>
  )
}

const nameOf = (sheet: string | undefined) => (sheet ?? '').trim().slice(0, TABLE_NAME_MAX)

/** Columns to look at that the line of a sheet names (our choice). */
const WARNED_MAX = 3

type SheetProps = {
  isTakenName: (name: string) => boolean
  title: string
  scan: TableScan | undefined
  error: unknown
  state: ReturnType<typeof sheetState>
  /** The import of the sheet that came to nothing. */
  failed: Task | undefined
  said: Said
  onSay: (said: Said) => void
}

function Sheet({ isTakenName, title, scan, error, state, failed, said, onSay }: SheetProps) {
  const startId = useId()
  const { t } = useTranslation()
  const isTaken = said.isTaken ?? (scan ? scan.rows > 0 : true)
  const plan = said.plan ?? (scan ? planOf(scan.columns, null, 'name') : [])
  const warned = plan.flatMap((one) => {
    const column = scan?.columns[one.index]
    return column ? warningsIn(column, one).map((warning) => ({ ...warning, one })) : []
  })
  const line = useRef<HTMLLIElement>(null)
  const [isOpened, setOpened] = useState<boolean | null>(null)
  // Once open it stays so, also when nothing is left to look at.
  if (isOpened === null && scan && isTaken && !state && (warned.length > 0 || failed)) setOpened(true)
  useEffect(() => {
    if (!failed) return
    setOpened(true)
    line.current?.scrollIntoView({ block: 'start' })
  }, [failed])
  const isNameTaken = isTaken && !state && isTakenName(said.name ?? nameOf(title))
  return (
    <li ref={line}>
      <div className="import-sheet">
        <Checkbox
          checked={isTaken && !error && !state}
          disabled={!scan || state !== null}
          aria-label={t('tableFiles.import.takeOne', { name: title })}
          onChange={({ target }) => onSay({ isTaken: target.checked })}
        />
        <span title={title}>{title}</span>
        <Input
          value={said.name ?? nameOf(title)}
          maxLength={TABLE_NAME_MAX}
          disabled={!isTaken || state !== null}
          status={isNameTaken ? 'error' : ''}
          aria-label={t('tableFiles.import.tableOf', { name: title })}
          onChange={({ target }) => onSay({ name: target.value })}
        />
        <small className="num">
          {state
            ? t(`tableFiles.import.sheets.${state}`)
            : scan
              ? t('tables.size', { count: scan.rows, columns: scan.columns.length })
              : !error && '…'}
        </small>
      </div>
      {isNameTaken && (
        <p role="alert" className="warns">
          {t('tables.name.taken')}
        </p>
      )}
      {Boolean(error) && <p role="alert">{sentenceOf(error)}</p>}
      <UnfitValues unfit={failed ? unfitOf(failed.result, t) : []} />
      {scan && isTaken && !state && (
        <details open={isOpened ?? false} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
          <summary>
            {t('tableFiles.import.columnsOf', { count: scan.columns.length })}
            {warned.slice(0, WARNED_MAX).map(({ kind, count, one }) => (
              <span key={`${one.index} ${kind}`} className="warns">
                {t(`tableFiles.import.look.${kind}`, { count, name: one.name, type: t(`tables.types.${one.type}`) })}
              </span>
            ))}
            {warned.length > WARNED_MAX && <span className="warns">…</span>}
          </summary>
          <Checkbox
            checked={scan.hasHeader}
            onChange={({ target }) => onSay({ hasHeader: target.checked, plan: null })}
          >
            {t('tableFiles.import.hasHeader')}
          </Checkbox>
          <span className="import-start">
            <label htmlFor={startId}>{t('tableFiles.import.firstRow')}</label>
            <ImportStart
              id={startId}
              size="small"
              value={scan.firstRow}
              onChange={(firstRow) => onSay({ firstRow, hasHeader: undefined, plan: null })}
            />
          </span>
          <ImportColumns
            proposed={scan.columns}
            plan={plan}
            columns={null}
            onChange={(changed) => onSay({ plan: changed })}
          />
        </details>
      )}
    </li>
  )
}
