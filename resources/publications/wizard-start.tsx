import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import type { DraftFields } from '#contract/publications/draft.ts'
import { publications } from '#contract/publications.ts'
import { call } from '#providers/call.ts'
import { useTask } from '#providers/use-task.ts'
import { wizardPath } from './address.ts'
import { TypeStep } from './type-step.tsx'
import { useTemplates } from './use-templates.ts'
import { WizardFrame } from './wizard-frame.tsx'

/** The first step of a new dataset: opening it alone creates no draft. */
export function WizardStart({ spaceId }: { spaceId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run, isBusy, problem } = useTask()
  const [fields, setDraft] = useState<DraftFields>({ template: 'dataset' })
  const templates = useTemplates(fields.institution ?? '')
  const begin = () =>
    run(async () => {
      const { id } = await call(publications.create, { spaceId, fields }, { quiet: true })
      // Back leads to this step, now of the draft.
      await navigate(wizardPath(spaceId, id), { replace: true })
      await navigate(wizardPath(spaceId, id, 'content'))
    })
  return (
    <WizardFrame
      title={t('publications.wizard.title')}
      leave={t('common.cancel')}
      onLeave={() => void navigate(spacePath(spaceId, 'published'))}
      at={0}
      problem={problem}
      end={
        <Button type="primary" loading={isBusy} onClick={() => void begin()}>
          {t('publications.wizard.next')}
        </Button>
      }
    >
      <div className="wizard-step">
        <TypeStep
          draft={{ fields, set: (change) => setDraft({ ...fields, ...change }) }}
          templates={templates}
          number={1}
        />
      </div>
    </WizardFrame>
  )
}
