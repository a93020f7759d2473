import type { MethodKind } from '#contract/sign-in.ts'
import { type DirectoryAdapter, type RedirectAdapter, relayState, stateInQuery } from './adapter.ts'
import { cas } from './cas.ts'
import { escience, oauth2 } from './oauth2.ts'
import { passport } from './passport.ts'
import { wechat } from './wechat.ts'

/** Kinds that take a user name and a password here; all others redirect to the provider. */
export type DirectoryKind = 'ldap'
export type RedirectKind = Exclude<MethodKind, DirectoryKind>

/** Libraries are loaded on first use, so that unused methods need no memory. */
const loadLdap = async () => (await import('./ldap.ts')).ldap
const loadOidc = async () => (await import('./oidc.ts')).oidc
const loadSaml = async () => (await import('./saml.ts')).saml

const ldap: DirectoryAdapter<'ldap'> = {
  verify: async (...given) => (await loadLdap()).verify(...given),
  people: async (...given) => (await loadLdap()).people(...given),
  test: async (...given) => (await loadLdap()).test(...given),
}
const oidc: RedirectAdapter<'oidc'> = {
  stateOf: stateInQuery,
  begin: async (...given) => (await loadOidc()).begin(...given),
  finish: async (...given) => (await loadOidc()).finish(...given),
  test: async (...given) => (await loadOidc()).test(...given),
}
const saml: RedirectAdapter<'saml'> = {
  stateOf: relayState,
  begin: async (...given) => (await loadSaml()).begin(...given),
  finish: async (...given) => (await loadSaml()).finish(...given),
  metadata: async (setup) => (await loadSaml()).metadata?.(setup) ?? '',
  test: async (...given) => (await loadSaml()).test(...given),
}

export const directories: { readonly [K in DirectoryKind]: DirectoryAdapter<K> } = { ldap }
export const redirects: { readonly [K in RedirectKind]: RedirectAdapter<K> } = {
  cas,
  oidc,
  oauth2,
  saml,
  passport,
  wechat,
  escience,
}
