import { Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLE_NAME_MAX } from '#contract/core/limits.ts'
import type { Space } from '#contract/spaces.ts'
import { type ImportMode, type Misfits, type TableScan, type TableSource, tableFiles } from '#contract/table-files.ts'
import type { DataTable } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { FormEnd } from '../../src/widgets/FormEnd.tsx'
import { ImportColumns } from './import-columns.tsx'
import { fillable, HERE, type Matching, planOf, type Reading, sheetWish, zoneOf } from './import-plan.ts'
import { MisfitsField } from './misfits-field.tsx'
import { useTakenNames } from './use-taken-names.ts'

type Props = {
  space: Space
  table?: DataTable | undefined
  source: TableSource
  name: string
  scan: TableScan
  reading: Reading
  onBegun: (tasks: string[]) => void
  onClose: () => void
}

/** Chooses the target table, the columns, and how rows that do not fit are treated. */
export function ImportTarget({ space, table, source, name: fileName, scan, reading, onBegun, onClose }: Props) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const columns = table ? fillable(table.columnList) : null
  const [mode, setMode] = useState<ImportMode>(table ? 'append' : 'new')
  const [matching, setMatching] = useState<Matching>('name')
  const [plan, setPlan] = useState(() => planOf(scan.columns, columns, matching))
  const [name, setName] = useState(() => nameOf(fileName, scan))
  const [isShared, setShared] = useState(true)
  const [keys, setKeys] = useState<number[]>([])
  const [firstZone] = useState(() => zoneOf(plan, columns))
  const [zone, setZone] = useState(firstZone)
  const [misfits, setMisfits] = useState<Misfits>('refuse')
  const isTakenName = useTakenNames(space.id, !table)
  const isNameTaken = !table && isTakenName(name)
  const taken = plan.filter(({ isTaken }) => isTaken)
  // A column that is not imported any more is no key.
  const keyed = keys.filter((key) => taken.some(({ target }) => target === key))
  const emptied =
    mode === 'replace' ? (columns ?? []).filter(({ id }) => !taken.some(({ target }) => target === id)) : []
  const begin = () =>
    run(async () => {
      const task = await call(
        tableFiles.import,
        {
          spaceId: space.id,
          source,
          ...reading,
          ...sheetWish(scan, plan, zone),
          mode,
          ...(table ? { tableId: table.id } : { name, isShared }),
          keys: keyed,
          misfits,
        },
        { quiet: true },
      )
      onBegun([task.id])
    })
  const isReady =
    taken.length > 0 && (table ? mode !== 'upsert' || keyed.length > 0 : name.trim() !== '' && !isNameTaken)
  return (
    <Form layout="vertical" onFinish={begin}>
      {table ? (
        <div className="import-pair">
          <Form.Item
            label={t('tableFiles.import.mode')}
            htmlFor="import-mode"
            extra={
              emptied.length > 0 &&
              t('tableFiles.import.emptied', { names: emptied.map(({ name }) => name).join(t('tables.comma')) })
            }
          >
            <Select
              id="import-mode"
              value={mode}
              options={(['append', 'replace', 'upsert'] as const).map((value) => ({
                value,
                label: t(`tableFiles.import.modes.${value}`),
              }))}
              onChange={setMode}
            />
          </Form.Item>
          <Form.Item label={t('tableFiles.import.matching')} htmlFor="import-matching">
            <Select
              id="import-matching"
              value={matching}
              options={(['name', 'position'] as const).map((value) => ({
                value,
                label: t(`tableFiles.import.matchings.${value}`),
              }))}
              onChange={(value) => {
                setMatching(value)
                setPlan(planOf(scan.columns, columns, value))
              }}
            />
          </Form.Item>
          {mode === 'upsert' && (
            <Form.Item
              label={t('tableFiles.import.keys')}
              htmlFor="import-keys"
              extra={t('tableFiles.import.keysHint')}
            >
              <Select
                id="import-keys"
                mode="multiple"
                value={keyed}
                options={(columns ?? [])
                  .filter(({ id }) => taken.some(({ target }) => target === id))
                  .map(({ id, name: label }) => ({ value: id, label }))}
                onChange={setKeys}
              />
            </Form.Item>
          )}
        </div>
      ) : (
        <div className="import-pair">
          <Form.Item
            label={t('tableFiles.import.name')}
            htmlFor="import-name"
            {...(isNameTaken && { validateStatus: 'error', help: t('tables.name.taken') })}
          >
            <Input
              id="import-name"
              value={name}
              maxLength={TABLE_NAME_MAX}
              onChange={({ target }) => setName(target.value)}
            />
          </Form.Item>
          <Form.Item label={t('tableFiles.import.isShared')} htmlFor="import-isShared">
            <Switch id="import-isShared" checked={isShared} onChange={setShared} />
          </Form.Item>
        </div>
      )}
      <ImportColumns proposed={scan.columns} plan={plan} columns={columns} onChange={setPlan} />
      {taken.some(({ type }) => type === 'datetime') && (
        <Form.Item label={t('tableFiles.import.zone')} htmlFor="import-zone">
          <Select
            id="import-zone"
            value={zone}
            options={[...new Set([firstZone, HERE, 'UTC'])].map((value) => ({ value, label: zoneName(value) }))}
            onChange={setZone}
          />
        </Form.Item>
      )}
      <MisfitsField value={misfits} onChange={setMisfits} />
      <FormEnd
        submit={t('tableFiles.import.begin', { count: scan.rows })}
        isBusy={isBusy}
        isDisabled={!isReady}
        problem={problem}
        onCancel={onClose}
      />
    </Form>
  )
}

/** Offsets are told from names of zones. */
const zoneName = (zone: string) => (/^[+-]/.test(zone) ? `UTC${zone}` : zone)

/** A sheet is named after itself when there are several, otherwise after the file. */
function nameOf(fileName: string, { sheets, sheet }: TableScan): string {
  const own = sheets.length > 1 ? sheets[sheet] : undefined
  return (own || fileName.replace(/\.[^.]+$/, '')).trim().slice(0, TABLE_NAME_MAX)
}
