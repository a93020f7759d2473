import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { isEmpty } from '#contract/audit-words.ts'
import { formatBytes } from '../widgets/format.ts'
import { fieldWord, valueWord } from './audit-words.ts'

/** Changed fields before and after, side by side; the server has masked secrets. */
export function AuditDiff({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>) {
  const { t } = useTranslation()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return <p className="audit-nothing">{t('audit.diff.nothing')}</p>
  return (
    <div className="audit-diff">
      <table aria-label={t('audit.diff.label')}>
        <thead>
          <tr>
            <th scope="col">{t('audit.diff.field')}</th>
            {before && <th scope="col">{t('audit.diff.before')}</th>}
            {after && <th scope="col">{t('audit.diff.after')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{fieldWord(action, field)}</th>
              {before && (
                <td className="was">
                  <Value action={action} field={field} value={before[field]} />
                </td>
              )}
              {after && (
                <td className="is">
                  <Value action={action} field={field} value={after[field]} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ValueProps = { action: AuditEntry['action']; field: string; value: unknown }

function Value({ action, field, value }: ValueProps) {
  if (isEmpty(value)) return <span className="audit-nothing">—</span>
  if (field === 'usedBytes' && typeof value === 'number') return formatBytes(value)
  if (Array.isArray(value)) return value.map((one, at) => <Value key={at} action={action} field={field} value={one} />)
  if (typeof value === 'object') return <Parts action={action} parts={value as object} />
  return <span>{valueWord(field, value as string | number | boolean)}</span>
}

/** The parts of a value that are filled in: texts by language, or the fields of an item of a list. */
function Parts({ action, parts }: { action: AuditEntry['action']; parts: object }) {
  return (
    <dl>
      {Object.entries(parts)
        .filter(([, value]) => !isEmpty(value))
        .map(([part, value]) => (
          <div key={part}>
            <dt>{fieldWord(action, part)}</dt>
            <dd>
              <Value action={action} field={part} value={value} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
