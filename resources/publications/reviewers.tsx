import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { findPeople } from '#providers/people.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import { GuardedDrawer } from '../../src/widgets/GuardedDrawer.tsx'
import { Loaded } from '../../src/widgets/Loaded.tsx'
import { PersonSelect } from '../../src/widgets/PersonSelect.tsx'
import { ReviewerRow } from './reviewer-row.tsx'

/** The reviewers appointed in addition to the administrators. */
export function Reviewers({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <GuardedDrawer
      title={t('publications.reviewers.title')}
      open={isOpen}
      isDirty={false}
      onClose={onClose}
      size={480}
      destroyOnHidden
    >
      {() => <List />}
    </GuardedDrawer>
  )
}

function List() {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const renew = useResourceRenewal('publications')
  const [chosen, setChosen] = useState<string>()
  const query = useQuery({
    queryKey: ['publications', 'reviewers'],
    queryFn: () => call(publications.reviewers, {}, { quiet: true, aside: true }),
  })
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      setChosen(undefined)
      renew()
    })
  return (
    <div className="publication">
      <p>{t('publications.reviewers.hint')}</p>
      <div className="reviewer-add">
        <PersonSelect
          label={t('publications.reviewers.person')}
          placeholder={t('publications.reviewers.person')}
          without=""
          value={chosen ?? null}
          onChange={setChosen}
          find={findPeople}
        />
        <Button
          type="primary"
          loading={isBusy}
          disabled={!chosen}
          onClick={() => void change(() => call(publications.addReviewer, { personId: chosen ?? '' }, { quiet: true }))}
        >
          {t('publications.reviewers.add')}
        </Button>
      </div>
      <Problem text={problem} />
      <Loaded query={query}>
        {(people) => (
          <ul className="publication-files">
            {people.map((person) => (
              <ReviewerRow key={person.personId} person={person}>
                <Button
                  size="small"
                  disabled={isBusy}
                  aria-label={t('publications.reviewers.removeOne', { name: person.personName })}
                  onClick={() =>
                    void change(() => call(publications.removeReviewer, { personId: person.personId }, { quiet: true }))
                  }
                >
                  {t('publications.reviewers.remove')}
                </Button>
              </ReviewerRow>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}
