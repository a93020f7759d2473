import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { explain } from '#contract/core/policy.ts'
import { verdictWords } from '../../rights/verdict.ts'
import { fileContextOf } from '../actions/action.ts'
import type { SectionProps } from './section.ts'

const asked = ['file.download', 'file.edit', 'file.delete'] as const

/** The query string that opens the space's "why" drawer for this item. */
function whySearch(params: URLSearchParams, hash: string): string {
  const next = new URLSearchParams(params)
  next.set('why', 'me')
  next.set('item', hash)
  return `?${next}`
}

/** The user's permissions for the item, with the reasons. */
export function Rights({ context, record }: SectionProps) {
  const [params] = useSearchParams()
  const { t } = useTranslation()
  return (
    <>
      <h3>
        {t('files.details.rights')}
        <Link className="rights-why" to={{ search: whySearch(params, record.hash) }}>
          {t('rights.why.open')}
        </Link>
      </h3>
      <ul className="rights">
        {asked.map((permission) => {
          const verdict = explain(context.actor, permission, fileContextOf(record, context))
          return (
            <li key={permission} data-allowed={verdict.allowed}>
              <b>{t(`files.rights.${permission.slice(5) as 'download' | 'edit' | 'delete'}`)}</b>
              <span>{verdictWords(t, verdict)}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
