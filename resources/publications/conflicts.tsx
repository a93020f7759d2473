import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePlaceName } from './place-name.ts'
import type { Draft } from './use-draft.ts'

/** Values that somebody else changed at the same time: the user decides for each. */
export function Conflicts({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const nameOf = usePlaceName(null)
  return draft.conflicts.map((conflict) => (
    <div key={conflict.place} className="publication-reason" role="alert">
      <b>{t('publications.wizard.conflict', { field: nameOf(conflict.place) })}</b>
      <div className="publication-actions">
        <Button size="small" onClick={() => draft.choose(conflict, false)}>
          {t('publications.wizard.takeTheirs')}
        </Button>
        <Button size="small" onClick={() => draft.choose(conflict, true)}>
          {t('publications.wizard.keepMine')}
        </Button>
      </div>
    </div>
  ))
}
