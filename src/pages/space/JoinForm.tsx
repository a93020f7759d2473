import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/core/limits.ts'
import { spacePath } from '#contract/pages/paths.ts'
import type { Space } from '#contract/spaces.ts'
import { FormCard } from '../FormCard.tsx'
import { useForm } from '../use-form.ts'

/** A request to join, with a reason. */
export function JoinForm({ space, onAsked }: { space: Space; onAsked: (reason: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [length, setLength] = useState(0)
  const form = useForm({
    fields: {},
    rules: () => ({}),
    async send({ reason = '' }, { ask }) {
      const { joining } = await import('#contract/joining.ts')
      await ask(joining.apply, { id: space.id, reason })
      onAsked(reason)
    },
    onRefused({ error }) {
      // The request was sent or accepted meanwhile in another window; a reload shows the current state.
      if (error === 'joinPending' || error === 'memberAlready') location.reload()
    },
  })
  return (
    <div className="access-card">
      <FormCard
        form={form}
        level="h2"
        title={t('spacePage.join')}
        lead={<p className="lead">{t('spacePage.joinHint', { owner: space.owner.personName })}</p>}
        submit={t('spacePage.send')}
        busy={t('spacePage.sending')}
        after={
          space.type === 'public' && (
            <p className="form-links">
              <a href={spacePath(space.id, 'filesManage')}>{t('spacePage.manager')}</a>
            </p>
          )
        }
      >
        <div className="field">
          <label htmlFor={id}>{t('spacePage.joinReason')}</label>
          <textarea
            id={id}
            name="reason"
            rows={4}
            maxLength={TEXT_MAX}
            onChange={({ target }) => setLength(target.value.length)}
          />
          <p className="hint count num">
            {length} / {TEXT_MAX}
          </p>
        </div>
      </FormCard>
    </div>
  )
}
