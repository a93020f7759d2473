import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewPath } from '#contract/pages/paths.ts'
import { reviews } from '#contract/reviews.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { useTask } from '#providers/use-task.ts'
import { CopyField } from '../../src/widgets/CopyField.tsx'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'

/** Links for reviewers who have no account; they end with the decision. */
export function ReviewLinks({ id }: { id: string }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const [note, setNote] = useState('')
  const [hidesNames, setHides] = useState(true)
  const [made, setMade] = useState('')
  const query = useQuery({
    queryKey: ['publications', 'links', id],
    queryFn: () => call(reviews.links, { id }, { quiet: true, aside: true }),
  })
  const make = () =>
    run(async () => {
      const { code } = await call(reviews.makeLink, { id, note, hidesNames }, { quiet: true })
      setMade(location.origin + reviewPath(code))
      setNote('')
      renew()
    })
  const end = (link: string) =>
    run(async () => {
      await call(reviews.endLink, { id, link }, { quiet: true })
      renew()
    })
  return (
    <details className="review-links">
      <summary>{t('reviews.links.title')}</summary>
      <p>{t('reviews.links.hint')}</p>
      <Loaded query={query} rows={2}>
        {(links) => (
          <ul className="publication-files">
            {links.map((link) => (
              <li key={link.id}>
                <span>
                  {link.note || t('reviews.links.unnamed')}{' '}
                  <small>{t(link.hidesNames ? 'reviews.links.anonymous' : 'reviews.links.named')}</small>
                </span>
                <Button
                  size="small"
                  disabled={isBusy}
                  aria-label={t('reviews.links.endOne', { name: link.note || t('reviews.links.unnamed') })}
                  onClick={() => void end(link.id)}
                >
                  {t('reviews.links.end')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {made && (
        <>
          <p role="status">{t('reviews.links.once')}</p>
          <CopyField label={t('reviews.links.title')} value={made} isSecret />
        </>
      )}
      <label className="review-note" htmlFor="review-note">
        {t('reviews.note.label')}
        <Input id="review-note" value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
      </label>
      <Checkbox checked={hidesNames} onChange={({ target }) => setHides(target.checked)}>
        {t('reviews.hidesNames.label')}
      </Checkbox>
      <Problem text={problem} />
      <Button loading={isBusy} onClick={() => void make()}>
        {t('reviews.links.add')}
      </Button>
    </details>
  )
}
