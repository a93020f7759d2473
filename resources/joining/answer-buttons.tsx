import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { GivenRole } from '#contract/spaces.ts'
import { MenuButton } from '../../src/widgets/MenuButton.tsx'

type Props = {
  mayGiveSenior: boolean
  isBusy: boolean
  onPass: (role: GivenRole) => void
  onReject: () => void
}

/** Accepts as a normal member, or in another role through the arrow's menu, or rejects. */
export function AnswerButtons({ mayGiveSenior, isBusy, onPass, onReject }: Props) {
  const { t } = useTranslation()
  const roles = mayGiveSenior ? (['normal', 'senior'] as const) : (['normal'] as const)
  return (
    <span className="answers">
      {roles.length > 1 ? (
        <Dropdown
          trigger={['click']}
          disabled={isBusy}
          menu={{
            items: roles.map((key) => ({
              key,
              label: t('joining.requests.passAs', { role: t(`joining.roleInWords.${key}`) }),
            })),
            onClick: ({ key }) => onPass(key === 'senior' ? 'senior' : 'normal'),
          }}
        >
          <MenuButton size="small" type="primary" loading={isBusy}>
            {t('joining.requests.pass')}
          </MenuButton>
        </Dropdown>
      ) : (
        <Button size="small" type="primary" loading={isBusy} onClick={() => onPass('normal')}>
          {t('joining.requests.pass')}
        </Button>
      )}
      <Button size="small" disabled={isBusy} onClick={onReject}>
        {t('joining.requests.reject')}
      </Button>
    </span>
  )
}
