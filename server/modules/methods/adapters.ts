import type { MethodKind } from '#contract/sign-in.ts'
import type { DirectoryAdapter, RedirectAdapter } from './adapter.ts'
import { cas } from './cas.ts'
import { ldap } from './ldap.ts'
import { escience, oauth2 } from './oauth2.ts'
import { oidc } from './oidc.ts'
import { passport } from './passport.ts'
import { saml } from './saml.ts'
import { wechat } from './wechat.ts'

/** Kinds that take a name and a password here; all others lead to the other side and back. */
export type DirectoryKind = 'ldap'
export type RedirectKind = Exclude<MethodKind, DirectoryKind>

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
