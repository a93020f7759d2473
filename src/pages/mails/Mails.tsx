import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { MailQueue } from './MailQueue.tsx'
import { MailServerPage } from './MailServerPage.tsx'
import { MailTemplates } from './MailTemplates.tsx'
import '../service.css'
import './mails.css'

const tabs = ['server', 'templates', 'queue'] as const
type Tab = (typeof tabs)[number]
const content: Record<Tab, React.ReactNode> = {
  server: <MailServerPage />,
  templates: <MailTemplates />,
  queue: <MailQueue />,
}

/** Mail server, mail templates and the mail queue. */
export default function Mails() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const chosen = tabs.find((tab) => tab === params.get('tab')) ?? 'server'
  return (
    <div className="mail-page">
      <Tabs
        activeKey={chosen}
        onChange={(tab) => setParams({ tab }, { replace: true })}
        items={tabs.map((tab) => ({ key: tab, label: t(`mails.tabs.${tab}`), children: content[tab] }))}
      />
    </div>
  )
}
