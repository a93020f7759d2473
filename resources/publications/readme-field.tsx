import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { DATASET_TEXT_MAX } from '#contract/publications/metadata.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { Problem } from '../../src/widgets/FormEnd.tsx'
import type { Draft } from './use-draft.ts'

/** The README that is published beside the files: drafted from metadata and tables, edited here. */
export function ReadmeField({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { run, isBusy, problem } = useTask()
  const { id, fields, set, flush } = draft
  const { readme = '' } = fields
  const fill = () =>
    run(async () => {
      if (!(await flush())) return
      const { text } = await call(publications.readme, { id }, { quiet: true })
      set({ readme: text.slice(0, DATASET_TEXT_MAX) })
    })
  return (
    <section aria-label={t('publications.readme.title')} className="readme-field">
      <h3>{t('publications.readme.title')}</h3>
      <p>{t('publications.readme.hint')}</p>
      {readme && (
        <Input.TextArea
          autoSize={{ minRows: 6, maxRows: 20 }}
          maxLength={DATASET_TEXT_MAX}
          aria-label={t('publications.readme.title')}
          value={readme}
          onChange={({ target }) => set({ readme: target.value })}
        />
      )}
      <Problem text={problem} />
      {!readme && (
        <Button loading={isBusy} onClick={() => void fill()}>
          {t('publications.readme.draft')}
        </Button>
      )}
    </section>
  )
}
