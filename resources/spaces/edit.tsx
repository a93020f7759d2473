import { useForm } from '@refinedev/antd'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { DeleteSpace } from './delete.tsx'
import { SpaceForm } from './form.tsx'
import { Members } from './members.tsx'

type Props = { space: Space; onChange: () => void }

/** What may be set: the basics, who belongs, and the end of the space; each for those who may. */
export function SpaceSetting({ space, onChange }: Props) {
  const { t } = useTranslation()
  const actor = actorOf(useUser())
  const { type, status, myRole, myFlags } = space
  const facts = { type, status, myRole, myFlags }
  return (
    <div className="reading">
      {can(actor, 'space.edit', facts) && (
        <section>
          <h2>{t('spaces.basics')}</h2>
          <Basics space={space} mayResize={can(actor, 'space.resize', facts)} onChange={onChange} />
        </section>
      )}
      {can(actor, 'member.list', facts) && (
        <section>
          <h2>{t('spaces.members.title')}</h2>
          <Members space={space} facts={facts} onChange={onChange} />
        </section>
      )}
      {can(actor, 'space.delete', facts) && <DeleteSpace space={space} />}
    </div>
  )
}

function Basics({ space, mayResize, onChange }: Props & { mayResize: boolean }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { formProps, saveButtonProps } = useForm<Space>({
    resource: 'spaces',
    action: 'edit',
    id: space.id,
    redirect: false,
    queryOptions: { enabled: false },
    successNotification: false,
    errorNotification: false,
    warnWhenUnsavedChanges: false,
    onMutationSuccess: () => {
      void message.success(t('spaces.saved'))
      onChange()
    },
  })
  const { name, introduction, tags, size } = space
  return (
    <div className="panel">
      <SpaceForm
        {...formProps}
        initialValues={{ name, introduction, tags, size }}
        isNew={false}
        mayResize={mayResize}
      />
      <Button type="primary" {...saveButtonProps}>
        {t('spaces.save')}
      </Button>
    </div>
  )
}
