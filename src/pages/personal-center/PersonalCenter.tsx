import {
  AlertOutlined,
  BellOutlined,
  ClockCircleOutlined,
  ExportOutlined,
  FileDoneOutlined,
  IdcardOutlined,
  KeyOutlined,
  LaptopOutlined,
  LinkOutlined,
  LockOutlined,
  MailOutlined,
  SafetyCertificateOutlined,
  ShareAltOutlined,
} from '@ant-design/icons'
import { Select } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useUser } from '#providers/session.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { AccountPassword } from './account/AccountPassword.tsx'
import { BasicInfo } from './account/BasicInfo.tsx'
import { ThirdParty } from './account/ThirdParty.tsx'
import { Alerts } from './alerts/Alerts.tsx'
import { Requests } from './joining/Requests.tsx'
import { MailChoices } from './messages/MailChoices.tsx'
import { Messages } from './messages/Messages.tsx'
import { MyData } from './personal-data/MyData.tsx'
import { Keys } from './protocols/Keys.tsx'
import { Security } from './second-step/Security.tsx'
import { Devices } from './session/Devices.tsx'
import { History } from './session/History.tsx'
import { Shares } from './shares/Shares.tsx'
import './personal-center.css'

type Name =
  | 'basic'
  | 'password'
  | 'thirdParty'
  | 'messages'
  | 'requests'
  | 'shares'
  | 'security'
  | 'devices'
  | 'history'
  | 'keys'
  | 'mails'
  | 'alerts'
  | 'data'
type Part = { tab: string; name: Name; icon: ReactNode; Content: ComponentType }

/**
 * The parts by the query of the address: the numbers of the specification (section 2; 5 is requests, 6 shares), or
 * names.
 */
const basic: Part = { tab: '1', name: 'basic', icon: <IdcardOutlined />, Content: BasicInfo }
const security: Part = {
  tab: 'security',
  name: 'security',
  icon: <SafetyCertificateOutlined />,
  Content: Security,
}
const parts: Part[] = [
  basic,
  { tab: '2', name: 'password', icon: <LockOutlined />, Content: AccountPassword },
  { tab: '3', name: 'thirdParty', icon: <LinkOutlined />, Content: ThirdParty },
  { tab: '4', name: 'messages', icon: <BellOutlined />, Content: Messages },
  { tab: '5', name: 'requests', icon: <FileDoneOutlined />, Content: Requests },
  { tab: '6', name: 'shares', icon: <ShareAltOutlined />, Content: Shares },
  security,
  { tab: 'devices', name: 'devices', icon: <LaptopOutlined />, Content: Devices },
  { tab: 'history', name: 'history', icon: <ClockCircleOutlined />, Content: History },
  { tab: 'keys', name: 'keys', icon: <KeyOutlined />, Content: Keys },
  { tab: 'mails', name: 'mails', icon: <MailOutlined />, Content: MailChoices },
  { tab: 'alerts', name: 'alerts', icon: <AlertOutlined />, Content: Alerts },
  { tab: 'data', name: 'data', icon: <ExportOutlined />, Content: MyData },
]

/** The personal center of the signed-in user. */
export default function PersonalCenter() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const isLimited = useUser()?.mustSetUp ?? false
  const open = isLimited ? [security] : parts
  const chosen = open.find(({ tab, name }) => [tab, name].includes(query.get('tab') ?? '')) ?? open[0] ?? basic
  useTitle(`${t(`account.parts.${chosen.name}`)} · ${t('shell.personalCenter')}`)
  return (
    <div className="page personal">
      <div className="page-head">
        <div>
          <h1>{t('shell.personalCenter')}</h1>
          <p>{t('account.hint')}</p>
        </div>
      </div>
      <div className="personal-body">
        <nav className="personal-parts" aria-label={t('shell.personalCenter')}>
          {open.map(({ tab, name, icon }) => (
            <Link key={tab} to={`?tab=${tab}`} aria-current={tab === chosen.tab ? 'page' : undefined}>
              <span aria-hidden="true">{icon}</span>
              {t(`account.parts.${name}`)}
            </Link>
          ))}
        </nav>
        <Select
          className="personal-choice"
          value={chosen.tab}
          aria-label={t('account.choosePart')}
          options={open.map(({ tab, name }) => ({ value: tab, label: t(`account.parts.${name}`) }))}
          onChange={(tab) => void navigate(`?tab=${tab}`)}
        />
        <div className="personal-content">
          <chosen.Content key={chosen.tab} />
        </div>
      </div>
    </div>
  )
}
