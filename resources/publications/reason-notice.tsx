import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PublicationDetails } from '#contract/publications.ts'
import { reviews } from '#contract/reviews.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'

/** The files that came with decisions about a version, by round of review. */
export const useDecisionFiles = (id: string, isAsked = true) =>
  useQuery({
    queryKey: ['publications', 'attachments', id],
    queryFn: () => call(reviews.attachments, { id }, { quiet: true, aside: true }),
    enabled: isAsked,
  })

/** Why a version was rejected or withdrawn, with the file that came with the rejection. */
export function ReasonNotice({ publication }: { publication: PublicationDetails }) {
  const { t } = useTranslation()
  const { id, state, reason, history, institution } = publication
  const isRejected = state === 'rejected'
  const round = history.filter(({ kind }) => kind === 'submitted').length
  const files = useDecisionFiles(id, isRejected && round > 0 && !institution).data ?? []
  if (!reason || !(isRejected || state === 'withdrawn')) return null
  return (
    <div className="publication-reason" role="note">
      <b>{isRejected ? t('publications.rejectedBecause') : t('publications.withdrawnBecause')}</b>
      {reason}
      {files
        .filter((file) => file.round === round)
        .map(({ name }) => (
          <a key={name} href={addressOf(reviews.attachment, { id, round })} download>
            {t('reviews.file.withReason', { name })}
          </a>
        ))}
    </div>
  )
}
