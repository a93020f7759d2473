import type { MethodKind } from '#contract/sign-in.ts'

/** The settings that are addresses; others, such as issuers of SAML, may look like one. */
const ADDRESS = /^(url|serverUrl|issuer|entryPoint|jwksUri|connectUrl|apiUrl|\w+Endpoint)$/
const PLAIN = /^(ldap|http):\/\//i
/** What is sent to this machine itself passes no network. */
const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** What travels with a sign-in of each kind; the key of its sentence. */
export const sentBy = {
  ldap: 'directory',
  cas: 'tickets',
  saml: 'passwords',
  oidc: 'tokens',
  oauth2: 'tokens',
  passport: 'tokens',
  wechat: 'tokens',
  escience: 'tokens',
} as const satisfies Record<MethodKind, string>

function leavesPlainly(address: string): boolean {
  if (!PLAIN.test(address) || !URL.canParse(address)) return false
  return !HERE.test(new URL(address).hostname)
}

/** The addresses of a method to which everything is sent unencrypted. */
export function plainAddresses(config: Record<string, unknown>): string[] {
  const addresses = Object.entries(config)
    .filter(([name, value]) => ADDRESS.test(name) && typeof value === 'string')
    .flatMap(([, value]) => String(value).split(/\s+/))
    .filter((address) => !(config.startTls === true && /^ldap:/i.test(address)))
  return [...new Set(addresses.filter(leavesPlainly))]
}
