import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PublicationDetails } from '#contract/publications.ts'
import { type ReviewThread, reviews } from '#contract/reviews.ts'
import { addressOf } from '#providers/address.ts'
import { call } from '#providers/call.ts'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { usePlaceName } from './place-name.ts'
import { useDecisionFiles } from './reason-notice.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewLinks } from './review-links.tsx'
import type { ReviewTarget } from './review-target.ts'
import { Thread } from './review-thread.tsx'

type Props = {
  publication: PublicationDetails
  /** The file or the cells to comment on; null for none. */
  target: ReviewTarget | null
  onTarget: (target: ReviewTarget | null) => void
  onDirty: (isDirty: boolean) => void
}

export const useReview = (id: string) =>
  useQuery({
    queryKey: ['publications', 'comments', id],
    queryFn: () => call(reviews.comments, { id }, { quiet: true, aside: true }),
  })

/** The discussion between reviewers and authors. */
export function Review({ publication, target, onTarget, onDirty }: Props) {
  const { t } = useTranslation()
  const query = useReview(publication.id)
  const placeName = usePlaceName(publication.definition)
  const attached = useDecisionFiles(publication.id)
  return (
    <section aria-label={t('reviews.title')} className="review">
      <h4>{t('reviews.title')}</h4>
      {attached.data?.map(({ round, name }) => (
        <a key={round} href={addressOf(reviews.attachment, { id: publication.id, round })} download>
          {t('reviews.file.shown', { round, name })}
        </a>
      ))}
      <Loaded query={query} rows={3}>
        {({ threads, mayComment, mayAnswer, mayApply }) => {
          const open = threads.filter(({ resolved }) => !resolved)
          const done = threads.filter(({ resolved }) => resolved)
          const listed = (some: readonly ReviewThread[]) => (
            <ul className="review-threads">
              {some.map((thread) => (
                <Thread
                  key={thread.id}
                  id={publication.id}
                  thread={thread}
                  placeName={placeName}
                  mayAnswer={mayAnswer}
                  mayApply={mayApply}
                  onDirty={onDirty}
                />
              ))}
            </ul>
          )
          return (
            <>
              {threads.length === 0 && (
                <p className="review-none">
                  {t('reviews.none')}
                  <br />
                  {t('reviews.noneHint')}
                </p>
              )}
              {open.length > 0 && listed(open)}
              {done.length > 0 && (
                <details>
                  <summary>{t('reviews.resolvedCount', { count: done.length })}</summary>
                  {listed(done)}
                </details>
              )}
              {mayComment && (
                <ReviewForm
                  publication={publication}
                  target={target}
                  placeName={placeName}
                  onDirty={onDirty}
                  onDone={() => onTarget(null)}
                />
              )}
            </>
          )
        }}
      </Loaded>
      {publication.state === 'pending' && <ReviewLinks id={publication.id} />}
    </section>
  )
}
