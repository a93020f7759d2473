import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JoinRequest } from '#contract/joining.ts'
import { formatDateTime, formatExact } from '../../src/widgets/format.ts'
import { PersonLine } from './person-line.tsx'

type Props = { request: JoinRequest; isSelected?: boolean; onSelect?: () => void; children?: ReactNode }

/** One request: applicant, reason and time, and the answer if there is one. */
export function RequestRow({ request, isSelected = false, onSelect, children }: Props) {
  const { t, i18n } = useTranslation()
  const { person, unit, reason, state, askedAt, remindedAt, answeredAt, answeredBy, opinion } = request
  const at = (moment: string) => formatDateTime(moment, i18n.language)
  return (
    <li data-selected={isSelected}>
      {onSelect && (
        <Checkbox
          checked={isSelected}
          onChange={onSelect}
          aria-label={t('joining.requests.select', { name: person.personName })}
        />
      )}
      <div className="request">
        <PersonLine
          name={person.personName}
          avatar={person.avatar}
          note={[unit, person.emailAccounts].filter(Boolean).join(' · ')}
        />
        <p className={reason ? 'reason' : 'reason none'}>{reason || t('joining.requests.noReason')}</p>
        <small className="num" title={formatExact(askedAt, i18n.language)}>
          {t('joining.requests.since', { at: at(askedAt) })}
          {state === 'pending' && remindedAt && ` · ${t('joining.requests.reminded', { at: at(remindedAt) })}`}
        </small>
        {state !== 'pending' && (
          <small className="num">
            <span className={`tag ${state}`}>{t(`joining.requests.states.${state}`)}</span>{' '}
            {[answeredBy, answeredAt && at(answeredAt)].filter(Boolean).join(' · ')}
          </small>
        )}
        {opinion && <small>{t('joining.requests.opinion', { opinion })}</small>}
      </div>
      {children}
    </li>
  )
}
