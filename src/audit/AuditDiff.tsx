import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract/audit.ts'
import { Role } from '#contract/session.ts'
import { SpaceType } from '#contract/spaces.ts'
import { formatBytes } from '../widgets/format.ts'
import { fieldWord } from './audit-words.ts'

/** Changed fields before and after, side by side; the server has masked secrets. */
export function AuditDiff({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
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
              <th scope="row">{fieldWord(t, field)}</th>
              {before && (
                <td className="was">
                  <Value field={field} value={before[field]} />
                </td>
              )}
              {after && (
                <td className="is">
                  <Value field={field} value={after[field]} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Value({ field, value }: { field: string; value: unknown }) {
  const { t } = useTranslation()
  if (value === undefined || value === null || value === '') return <span className="audit-nothing">—</span>
  if (typeof value === 'boolean') return value ? t('audit.diff.yes') : t('audit.diff.no')
  const type = SpaceType.safeParse(value)
  if (field === 'type' && type.success) return t(`home.types.${type.data}`)
  if (field === 'usedBytes' && typeof value === 'number') return formatBytes(value)
  const role = Role.safeParse(value)
  if (role.success) return t(`shell.roles.${role.data}`)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length ? (
      value.map((one, i) => <Value key={i} field={field} value={one} />)
    ) : (
      <span className="audit-nothing">—</span>
    )
  if (typeof value === 'object') return <pre>{JSON.stringify(value, null, 2)}</pre>
  return <span>{String(value)}</span>
}
