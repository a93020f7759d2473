import * as z from 'zod/mini'
import { CERTIFICATES_MAX, METHOD_NAME_MAX, METHOD_TEXT_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing, Timestamp } from './core/shapes.ts'
import { Role } from './session.ts'
import { MethodKind } from './sign-in.ts'

const text = z.string().check(z.trim(), z.maxLength(METHOD_TEXT_MAX))
const needed = z.string().check(z.trim(), z.minLength(1), z.maxLength(METHOD_TEXT_MAX))
const httpUrl = z.url({ protocol: /^https?$/ }).check(z.maxLength(METHOD_TEXT_MAX))
const optionalUrl = z.union([httpUrl, z.literal('')])
const pem = z.string().check(z.maxLength(CERTIFICATES_MAX))

/** Maps attributes of the identity provider to fields of an account; '' leaves a field unchanged. */
const mapping = (defaults: {
  subject: string
  email: string
  name: string
  englishName?: string
  org: string
  phone: string
  groups: string
}) => ({
  subjectAttribute: z._default(needed, defaults.subject),
  emailAttribute: z._default(text, defaults.email),
  nameAttribute: z._default(text, defaults.name),
  englishNameAttribute: z._default(text, defaults.englishName ?? ''),
  orgAttribute: z._default(text, defaults.org),
  phoneAttribute: z._default(text, defaults.phone),
  groupsAttribute: z._default(text, defaults.groups),
})
/**
 * Rules that map a group (or a value of the groups attribute) to a role; the first match counts. A final `*` matches
 * any rest of the name.
 */
const roles = {
  roleRules: z._default(z.array(z.object({ group: needed, role: Role })).check(z.maxLength(100)), []),
  /**
   * Whether people without an account get one in the complete-profile step; otherwise they need an invitation or an
   * existing account to bind.
   */
  maySignUp: z._default(z.boolean(), true),
}

/** Settings of each kind; secrets are in `methodSecrets`, are only written and never returned. */
export const methodConfigs = {
  ldap: z.object({
    /** `ldap://` or `ldaps://` URLs, separated by blanks and tried in this order. */
    url: needed.check(z.regex(/^ldaps?:\/\/\S+(\s+ldaps?:\/\/\S+)*$/i)),
    startTls: z._default(z.boolean(), false),
    /**
     * Certificate of the authority that signed the directory's certificate (PEM); '' uses the authorities of the
     * system.
     */
    caCertificate: z._default(pem, ''),
    /** DN that binds for the search; '' searches anonymously. */
    bindDn: z._default(text, ''),
    baseDn: needed,
    /** `{username}` is replaced by the escaped user name. */
    userFilter: z._default(
      needed.check(z.regex(/\{username\}/)),
      '(|(uid={username})(mail={username})(sAMAccountName={username}))',
    ),
    /** Base DN for a search of groups by member; '' reads the person's groups attribute instead. */
    groupBaseDn: z._default(text, ''),
    groupFilter: z._default(
      needed.check(z.regex(/\{dn\}|\{username\}/)),
      '(|(member={dn})(uniqueMember={dn})(memberUid={username}))',
    ),
    /** The group whose members may sign in; '' allows everyone in the directory. */
    requiredGroup: z._default(text, ''),
    ...mapping({ subject: 'entryUUID', email: 'mail', name: 'cn', org: 'o', phone: 'mobile', groups: 'memberOf' }),
    /** Treat the directory's e-mail address as verified. */
    trustsEmail: z._default(z.boolean(), true),
    ...roles,
  }),
  cas: z.object({
    serverUrl: httpUrl,
    version: z._default(z.enum(['2', '3']), '3'),
    ...mapping({ subject: 'user', email: 'email', name: 'name', org: 'org', phone: 'phone', groups: 'groups' }),
    trustsEmail: z._default(z.boolean(), true),
    ...roles,
  }),
  oidc: z.object({
    issuer: httpUrl,
    clientId: needed,
    scope: z._default(needed, 'openid email profile'),
    /** Manual endpoint; '' uses the one of the discovery document. */
    authorizationEndpoint: z._default(optionalUrl, ''),
    tokenEndpoint: z._default(optionalUrl, ''),
    userinfoEndpoint: z._default(optionalUrl, ''),
    jwksUri: z._default(optionalUrl, ''),
    endSessionEndpoint: z._default(optionalUrl, ''),
    ...mapping({
      subject: 'sub',
      email: 'email',
      name: 'name',
      org: 'organization',
      phone: 'phone_number',
      groups: 'groups',
    }),
    /** Treat the e-mail address as verified although the provider sends no `email_verified`. */
    trustsEmail: z._default(z.boolean(), false),
    ...roles,
  }),
  oauth2: z.object({
    clientId: needed,
    scope: z._default(text, ''),
    authorizationEndpoint: httpUrl,
    tokenEndpoint: httpUrl,
    userinfoEndpoint: httpUrl,
    ...mapping({ subject: 'id', email: 'email', name: 'name', org: 'company', phone: 'phone', groups: 'groups' }),
    trustsEmail: z._default(z.boolean(), false),
    ...roles,
  }),
  saml: z.object({
    /** The provider's single sign-on URL (HTTP-Redirect binding). */
    entryPoint: httpUrl,
    idpIssuer: z._default(text, ''),
    /** The provider's signing certificates (PEM, several allowed). */
    idpCertificate: pem.check(z.minLength(1)),
    spEntityId: z._default(text, ''),
    ...mapping({
      subject: 'nameID',
      email: 'urn:oid:0.9.2342.19200300.100.1.3',
      name: 'urn:oid:2.16.840.1.113730.3.1.241',
      org: 'urn:oid:2.5.4.10',
      phone: 'urn:oid:2.5.4.20',
      groups: 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    }),
    trustsEmail: z._default(z.boolean(), true),
    ...roles,
  }),
  /** Science cloud passport. */
  passport: z.object({
    clientId: needed,
    serverUrl: z._default(httpUrl, 'https://passport.escience.cn'),
    theme: z._default(text, 'simple'),
    ...roles,
  }),
  /** Chat-app QR login. */
  wechat: z.object({
    appId: needed,
    connectUrl: z._default(httpUrl, 'https://open.weixin.qq.com'),
    apiUrl: z._default(httpUrl, 'https://api.weixin.qq.com'),
    ...roles,
  }),
  /** Sharing network: OAuth 2.0 with its own endpoints. */
  escience: z.object({
    clientId: needed,
    authorizationEndpoint: httpUrl,
    tokenEndpoint: httpUrl,
    userinfoEndpoint: httpUrl,
    scope: z._default(text, ''),
    ...mapping({ subject: 'userId', email: 'email', name: 'userName', org: 'unit', phone: 'phone', groups: '' }),
    trustsEmail: z._default(z.boolean(), false),
    ...roles,
  }),
} as const satisfies Record<MethodKind, z.ZodMiniType>

/**
 * Secrets by kind; they are written and never returned. `privateKey` of SAML is optional: with it requests are signed.
 */
export const methodSecrets = {
  ldap: ['bindPassword'],
  cas: [],
  oidc: ['clientSecret'],
  oauth2: ['clientSecret'],
  saml: ['privateKey'],
  passport: ['clientSecret'],
  wechat: ['appSecret'],
  escience: ['clientSecret'],
} as const satisfies Record<MethodKind, readonly string[]>

export type MethodConfigs = { [K in MethodKind]: z.output<(typeof methodConfigs)[K]> }

/** Presets of settings for common providers. */
export const methodPresets = {
  orcid: {
    kind: 'oidc',
    name: { zh: 'ORCID', en: 'ORCID' },
    icon: 'orcid',
    config: { issuer: 'https://orcid.org', scope: 'openid', nameAttribute: 'name', emailAttribute: '' },
  },
} as const

/** The last known health of a method. */
export const MethodHealth = z.object({
  state: z.enum(['unknown', 'ok', 'slow', 'failing']),
  /** Duration of the last answer in milliseconds. */
  ms: Count,
  /** Reason of the failure, as a sentence for administrators; '' otherwise. */
  reason: z.string(),
  at: z.nullable(Timestamp),
})
export type MethodHealth = z.infer<typeof MethodHealth>

const names = z.object({
  zh: z.string().check(z.trim(), z.minLength(1), z.maxLength(METHOD_NAME_MAX)),
  en: z.string().check(z.trim(), z.minLength(1), z.maxLength(METHOD_NAME_MAX)),
})
export const MethodDraft = z.object({
  kind: MethodKind,
  name: names,
  icon: z._default(z.string().check(z.maxLength(40)), ''),
  isOn: z._default(z.boolean(), false),
  /** Settings as `methodConfigs[kind]` defines them. */
  config: z.record(z.string(), z.unknown()),
  /** Secrets as `methodSecrets[kind]` defines them; an absent one is kept, '' removes it. */
  secrets: z._default(z.record(z.string(), z.string().check(z.maxLength(20_000))), {}),
})
export const Method = z.object({
  id: Id,
  kind: MethodKind,
  name: z.object({ zh: z.string(), en: z.string() }),
  icon: z.string(),
  isOn: z.boolean(),
  position: Count,
  /** A method that the environment configures can't be changed in the console. */
  source: z.enum(['console', 'environment']),
  config: z.record(z.string(), z.unknown()),
  /** Whether each secret is set; never its value. */
  secrets: z.record(z.string(), z.boolean()),
  /** The URLs to register at the identity provider: redirect or service address, metadata. */
  callbackUrl: z.string(),
  metadataUrl: z.string(),
  identities: Count,
  health: MethodHealth,
})
export type Method = z.infer<typeof Method>

/** One step of a connection test: what was tried, the answer, its duration and advice. */
export const TestStep = z.object({
  /** Locale key of the step's name below `methods.steps`. */
  step: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  ms: Count,
  /** The request that was made, and its target. */
  tried: z.string(),
  answered: z.string(),
  /** What to change, in the caller's language; '' if nothing is wrong. */
  advice: z.string(),
})
export type TestStep = z.infer<typeof TestStep>
export const TestResult = z.object({
  isOk: z.boolean(),
  steps: z.array(TestStep),
  /** Result of the mapping for the test person: account field and value. */
  person: z.nullable(z.record(z.string(), z.string())),
})
export type TestResult = z.infer<typeof TestResult>

/** The URLs of a method that isn't saved yet: those of the method that is created with this id. */
export const MethodPlaces = z.object({ id: Id, callbackUrl: z.string(), metadataUrl: z.string() })
export type MethodPlaces = z.infer<typeof MethodPlaces>

const one = z.object({ id: Id })
const change = { gate: 'admin', guard: 'session' } as const
export const methods = {
  list: operation({
    method: 'GET',
    path: '/methods',
    gate: 'admin',
    guard: 'session',
    input: z.object({}),
    data: z.array(Method),
    errors: [],
  }),
  /** Providers often ask for these URLs before they give what a method needs to be saved. */
  places: operation({
    method: 'GET',
    path: '/methods-places',
    gate: 'admin',
    guard: 'session',
    input: z.object({ kind: MethodKind }),
    data: MethodPlaces,
    errors: [],
  }),
  create: operation({
    ...change,
    method: 'POST',
    path: '/methods',
    confirms: true,
    /** `id` is one of `places`, whose URLs the provider knows already. */
    input: z.extend(MethodDraft, { id: z.optional(Id) }),
    data: Method,
    errors: ['methodConfigWrong', 'methodExists', 'confirmNeeded'],
  }),
  update: operation({
    ...change,
    method: 'PUT',
    path: '/methods/:id',
    confirms: true,
    input: z.extend(MethodDraft, { id: Id }),
    data: Method,
    errors: ['notFound', 'methodConfigWrong', 'methodFixed', 'confirmNeeded'],
  }),
  order: operation({
    ...change,
    method: 'PUT',
    path: '/methods-order',
    input: z.object({ ids: z.array(Id).check(z.maxLength(100)) }),
    data: Nothing,
    errors: [],
  }),
  remove: operation({
    act: 'delete',
    ...change,
    method: 'DELETE',
    path: '/methods/:id',
    confirms: true,
    input: one,
    data: Nothing,
    errors: ['notFound', 'methodFixed', 'confirmNeeded'],
  }),
  test: operation({
    ...change,
    method: 'POST',
    path: '/methods-test',
    confirms: true,
    input: z.extend(MethodDraft, {
      id: z.optional(Id),
      username: z.optional(z.string().check(z.maxLength(254))),
      password: z.optional(z.string().check(z.maxLength(200))),
    }),
    data: TestResult,
    errors: ['methodConfigWrong', 'confirmNeeded', 'tooManyRequests'],
  }),
}
