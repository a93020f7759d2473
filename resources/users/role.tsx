import { App, Select, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Role } from '#contract/session.ts'
import { type User, users } from '#contract/users.ts'
import { call } from '#providers/call.ts'
import { useUserCache } from './cache.ts'

/** The role of an account, its source, and the control to change it. */
export function RoleChoice({ user, isMe }: { user: User; isMe: boolean }) {
  const { t } = useTranslation()
  const { modal, message } = App.useApp()
  const cache = useUserCache()

  const ask = (role: Role) =>
    modal.confirm({
      title: t('users.role.ask', { name: user.name, role: t(`shell.roles.${role}`) }),
      content: (
        <>
          {t(`users.role.means.${role}`)}
          {user.roleSource !== 'administrator' && <p>{t(`users.role.again.${user.roleSource}`)}</p>}
        </>
      ),
      okText: t('users.role.change'),
      onOk: () =>
        call(users.update, { id: user.id, role }).then(
          (changed) => {
            cache.put(changed)
            void message.success(t('users.saved'))
          },
          () => undefined,
        ),
    })
  return (
    <section>
      <h3>{t('users.role.label')}</h3>
      <Tooltip title={isMe ? t('users.notYourself') : ''}>
        <Select
          className="user-role"
          value={user.role}
          disabled={isMe}
          onChange={ask}
          aria-label={t('users.role.label')}
          options={Role.options.map((value) => ({ value, label: t(`shell.roles.${value}`) }))}
        />
      </Tooltip>
      <p className="users-hint">{t(`users.role.sources.${user.roleSource}`)}</p>
    </section>
  )
}
