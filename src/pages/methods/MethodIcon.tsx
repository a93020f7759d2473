import {
  ApartmentOutlined,
  ApiOutlined,
  BankOutlined,
  CloudOutlined,
  IdcardOutlined,
  SafetyCertificateOutlined,
  ShareAltOutlined,
  WechatOutlined,
} from '@ant-design/icons'
import type { MethodKind } from '#contract/sign-in.ts'

const icons: Record<MethodKind, React.ReactNode> = {
  ldap: <ApartmentOutlined />,
  cas: <BankOutlined />,
  oidc: <SafetyCertificateOutlined />,
  oauth2: <ApiOutlined />,
  saml: <IdcardOutlined />,
  passport: <CloudOutlined />,
  wechat: <WechatOutlined />,
  escience: <ShareAltOutlined />,
}

export function MethodIcon({ kind, icon }: { kind: MethodKind; icon: string }) {
  return (
    <span className="method-icon" aria-hidden="true">
      {icon === 'orcid' ? <b>iD</b> : icons[kind]}
    </span>
  )
}
