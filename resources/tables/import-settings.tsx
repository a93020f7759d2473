import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Radio, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Space } from '#contract/spaces.ts'
import { Separator, type TableScan, type TableSource, TextEncoding, tableFiles } from '#contract/table-files.ts'
import type { DataTable } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { CallFailure } from '#providers/failures.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import type { Reading } from './import-plan.ts'
import { ImportSheets } from './import-sheets.tsx'
import { ImportStart } from './import-start.tsx'
import { ImportTarget } from './import-target.tsx'

type Props = {
  space: Space
  table?: DataTable | undefined
  source: TableSource
  name: string
  /** Not while imports are followed. */
  isShown: boolean
  onBack: () => void
  onBegun: (tasks: string[]) => void
  onClose: () => void
}

/** How the file is read, and what becomes of its columns. */
export function ImportSettings({ onBack, ...props }: Props) {
  const { t } = useTranslation()
  const { space, source, name } = props
  const [reading, setReading] = useState<Reading>({})
  const [isMany, setMany] = useState(false)
  const query = useQuery({
    queryKey: ['tables', space.id, 'scan', source, reading],
    queryFn: ({ signal }) => call(tableFiles.scan, { spaceId: space.id, source, ...reading }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className="import-settings" aria-busy={query.isFetching}>
      <p className="import-file">
        <b>{name}</b>
        <Button type="link" onClick={onBack}>
          {t('tableFiles.import.otherFile')}
        </Button>
      </p>
      {query.isLoading && <p role="status">{t('tableFiles.import.reading')}</p>}
      <Loaded query={{ ...query, data: query.isError ? undefined : query.data }} rows={8}>
        {(scan) => (
          <>
            {!props.table && scan.sheets.length > 1 && (
              <Radio.Group
                className="import-many"
                optionType="button"
                aria-label={t('tableFiles.import.howMany')}
                value={isMany}
                options={[
                  { value: false, label: t('tableFiles.import.oneSheet') },
                  { value: true, label: t('tableFiles.import.manySheets') },
                ]}
                onChange={({ target }) => setMany(target.value)}
              />
            )}
            {isMany ? (
              <ImportSheets {...props} sheets={scan.sheets} />
            ) : (
              <>
                <ReadingFields scan={scan} reading={reading} onChange={setReading} />
                <Notes scan={scan} />
                <ImportTarget
                  key={JSON.stringify([scan.sheet, scan.firstRow, scan.hasHeader, scan.columns])}
                  {...props}
                  scan={scan}
                  reading={reading}
                />
              </>
            )}
          </>
        )}
      </Loaded>
      {query.isError && isUndecoded(query.error) && (
        <Form layout="vertical" className="import-reading">
          <EncodingField
            value={reading.encoding ?? null}
            onChange={(encoding) => setReading({ ...reading, encoding })}
          />
        </Form>
      )}
      {query.isError && Object.keys(reading).length > 0 && (
        <Button onClick={() => setReading({})}>{t('tableFiles.import.readingBack')}</Button>
      )}
    </div>
  )
}

/** Whether another encoding may help. */
const isUndecoded = (error: unknown) =>
  error instanceof CallFailure && (error.data as { reason?: string } | null)?.reason === 'encoding'

const CODES: Record<NonNullable<Reading['encoding']>, string> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  big5: 'Big5',
  'windows-1252': 'Windows-1252',
}
type EncodingProps = {
  value: Reading['encoding'] | null
  isGuessed?: boolean
  onChange: (encoding: Reading['encoding']) => void
}

function EncodingField({ value, isGuessed = false, onChange }: EncodingProps) {
  const { t } = useTranslation()
  return (
    <Form.Item
      label={t('tableFiles.import.encoding')}
      htmlFor="import-encoding"
      extra={isGuessed && t('tableFiles.import.encodingGuessed')}
    >
      <Select
        id="import-encoding"
        value={value}
        popupMatchSelectWidth={false}
        options={TextEncoding.options.map((one) => ({
          value: one,
          label: t(`tableFiles.encodings.${one}`, { code: CODES[one] }),
        }))}
        onChange={(encoding) => onChange(encoding ?? undefined)}
      />
    </Form.Item>
  )
}

type ReadingProps = { scan: TableScan; reading: Reading; onChange: (reading: Reading) => void }

/** Sheet, heading, encoding and separator, as found or as chosen. */
function ReadingFields({ scan, reading, onChange }: ReadingProps) {
  const { t } = useTranslation()
  const { encoding, separator } = scan
  const separatorNames: Record<string, string> = {
    ',': t('tableFiles.import.comma'),
    ';': t('tableFiles.import.semicolon'),
    '\t': t('tableFiles.import.tab'),
    '|': '|',
  }
  return (
    <Form layout="vertical" className="import-reading">
      {scan.sheets.length > 1 && (
        <Form.Item label={t('tableFiles.import.sheet')} htmlFor="import-sheet">
          <Select
            id="import-sheet"
            value={scan.sheet}
            options={scan.sheets.map((label, value) => ({ value, label }))}
            onChange={(sheet: number) => onChange({ sheet })}
          />
        </Form.Item>
      )}
      {(scan.format === 'xlsx' || scan.format === 'delimited') && (
        <>
          <Form.Item label={t('tableFiles.import.firstRow')} htmlFor="import-firstRow">
            <ImportStart
              id="import-firstRow"
              value={scan.firstRow}
              onChange={(firstRow) => onChange({ ...reading, firstRow, hasHeader: undefined })}
            />
          </Form.Item>
          <Form.Item label={t('tableFiles.import.hasHeader')} htmlFor="import-hasHeader">
            <Switch
              id="import-hasHeader"
              checked={scan.hasHeader}
              onChange={(hasHeader) => onChange({ ...reading, hasHeader })}
            />
          </Form.Item>
        </>
      )}
      {scan.format === 'delimited' && (
        <>
          <Form.Item label={t('tableFiles.import.separator')} htmlFor="import-separator">
            <Select
              id="import-separator"
              value={separator}
              options={Separator.options.map((value) => ({ value, label: separatorNames[value] }))}
              onChange={(value) => onChange({ ...reading, separator: value ?? undefined })}
            />
          </Form.Item>
          <EncodingField
            value={encoding}
            isGuessed={scan.isEncodingGuessed}
            onChange={(value) => onChange({ ...reading, encoding: value })}
          />
        </>
      )}
    </Form>
  )
}

/** Notes about a file before it is imported. */
function Notes({ scan }: { scan: TableScan }) {
  const { t } = useTranslation()
  const notes = (['blankRows', 'shortRows', 'mergedRanges'] as const).filter((note) => scan.notes[note] > 0)
  return (
    <div className="import-notes">
      <p>{t('tableFiles.import.size', { rows: scan.rows, columns: scan.columns.length })}</p>
      {notes.map((note) => (
        <Alert key={note} type="info" title={t(`tableFiles.import.notes.${note}`, { count: scan.notes[note] })} />
      ))}
    </div>
  )
}
