import { useForm } from '@refinedev/antd'
import { App, Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Space } from '#contract/spaces.ts'
import { SpaceForm } from './form.tsx'
import './spaces.css'

/** The form of a new space, in a drawer, so that the list is not lost. */
export function CreateSpace({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer title={t('spaces.create')} open={isOpen} onClose={onClose} size={480} destroyOnHidden>
      <NewSpace onClose={onClose} />
    </Drawer>
  )
}

function NewSpace({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const { formProps, saveButtonProps, formLoading } = useForm<Space>({
    resource: 'spaces',
    action: 'create',
    redirect: false,
    successNotification: false,
    errorNotification: false,
    warnWhenUnsavedChanges: false,
    onMutationSuccess: ({ data }) => {
      void message.success(t('spaces.created', { name: data.name }))
      void navigate(`/space/${data.id}/details/filesManage`)
    },
  })
  return (
    <>
      <SpaceForm {...formProps} initialValues={{ type: 'private' }} isNew mayResize />
      <div className="drawer-buttons">
        <Button onClick={onClose}>{t('spaces.cancel')}</Button>
        <Button type="primary" {...saveButtonProps} loading={formLoading}>
          {t('spaces.create')}
        </Button>
      </div>
    </>
  )
}
