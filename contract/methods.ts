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

/** Which of the other side's attributes fill which field of ours; '' leaves a field alone. */
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
/** Rules that turn a group (or a value of the groups attribute) into a role; the first that fits counts. `*` ends a prefix. */
const roles = {
  roleRules: z._default(z.array(z.object({ group: needed, role: Role })).check(z.maxLength(100)), []),
  /** Whether people who are new here get an account by the complete-profile step, or need an invitation or an own account to bind. */
  maySignUp: z._default(z.boolean(), true),
}

/** Settings of each kind; what stands in `methodSecrets` is written and never read back. */
export const methodConfigs = {
  ldap: z.object({
    /** `ldap://` or `ldaps://`, several separated by blanks: tried in their order. */
    url: needed.check(z.regex(/^ldaps?:\/\/\S+(\s+ldaps?:\/\/\S+)*$/i)),
    startTls: z._default(z.boolean(), false),
    /** Certificate of the authority that signed the directory's own (PEM); '' takes the system's. */
    caCertificate: z._default(pem, ''),
    /** Who searches; '' searches without a name. */
    bindDn: z._default(text, ''),
    baseDn: needed,
    /** `{username}` stands for what was typed, escaped. */
    userFilter: z._default(
      needed.check(z.regex(/\{username\}/)),
      '(|(uid={username})(mail={username})(sAMAccountName={username}))',
    ),
    /** Where groups are searched by member; '' takes them from the groups attribute of the person. */
    groupBaseDn: z._default(text, ''),
    groupFilter: z._default(
      needed.check(z.regex(/\{dn\}|\{username\}/)),
      '(|(member={dn})(uniqueMember={dn})(memberUid={username}))',
    ),
    /** A group that one must belong to; '' lets everybody of the directory in. */
    requiredGroup: z._default(text, ''),
    ...mapping({ subject: 'entryUUID', email: 'mail', name: 'cn', org: 'o', phone: 'mobile', groups: 'memberOf' }),
    /** The directory vouches for the address. */
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
    /** Manual endpoints; '' takes what the discovery document says. */
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
    /** Take the address as vouched for although the provider sends no `email_verified`. */
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
    /** Where the provider takes requests (HTTP-Redirect). */
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
  /** Sharing network: OAuth 2.0 with addresses of its own. */
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

/** What is written and never read back, by kind. `privateKey` of SAML is optional: with it requests are signed. */
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

/** Ready settings to begin with. */
export const methodPresets = {
  orcid: {
    kind: 'oidc',
    name: { zh: 'ORCID', en: 'ORCID' },
    icon: 'orcid',
    config: { issuer: 'https://orcid.org', scope: 'openid', nameAttribute: 'name', emailAttribute: '' },
  },
} as const

/** How a method was last seen to answer. */
export const MethodHealth = z.object({
  state: z.enum(['unknown', 'ok', 'slow', 'failing']),
  /** Milliseconds that the last answer took. */
  ms: Count,
  /** Why it fails, in words for an administrator; '' otherwise. */
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
  /** By `methodConfigs[kind]`. */
  config: z.record(z.string(), z.unknown()),
  /** By `methodSecrets[kind]`; one that is not given stays as it is, '' removes it. */
  secrets: z._default(z.record(z.string(), z.string().check(z.maxLength(20_000))), {}),
})
export const Method = z.object({
  id: Id,
  kind: MethodKind,
  name: z.object({ zh: z.string(), en: z.string() }),
  icon: z.string(),
  isOn: z.boolean(),
  position: Count,
  /** One that the environment sets can't be changed here. */
  source: z.enum(['console', 'environment']),
  config: z.record(z.string(), z.unknown()),
  /** Which secrets are set; never the secrets. */
  secrets: z.record(z.string(), z.boolean()),
  /** What the other side must be told: redirect or service address, metadata. */
  callbackUrl: z.string(),
  metadataUrl: z.string(),
  identities: Count,
  health: MethodHealth,
})
export type Method = z.infer<typeof Method>

/** One step of a test: what was tried, what answered, how long it took and what to change. */
export const TestStep = z.object({
  /** Key of its name below `methods.steps` in `locales`. */
  step: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  ms: Count,
  /** What was asked of whom. */
  tried: z.string(),
  answered: z.string(),
  /** What to change, in the caller's language; '' when nothing. */
  advice: z.string(),
})
export type TestStep = z.infer<typeof TestStep>
export const TestResult = z.object({
  isOk: z.boolean(),
  steps: z.array(TestStep),
  /** What the mapping made of the person that was tried: field of ours and value. */
  person: z.nullable(z.record(z.string(), z.string())),
})
export type TestResult = z.infer<typeof TestResult>

const one = z.object({ id: Id })
const change = { gate: 'admin', guard: 'session' } as const
export const methods = {
  list: operation({
    method: 'GET',
    path: '/methods',
    summary: 'Sign-in methods with their settings, without their secrets.',
    gate: 'admin',
    guard: 'session',
    input: z.object({}),
    data: z.array(Method),
    errors: [],
  }),
  create: operation({
    ...change,
    method: 'POST',
    path: '/methods',
    summary: 'Adds a sign-in method.',
    confirms: true,
    input: MethodDraft,
    data: Method,
    errors: ['methodConfigWrong', 'confirmNeeded'],
  }),
  update: operation({
    ...change,
    method: 'PUT',
    path: '/methods/:id',
    summary: 'Changes a sign-in method.',
    confirms: true,
    input: z.extend(MethodDraft, { id: Id }),
    data: Method,
    errors: ['notFound', 'methodConfigWrong', 'methodFixed', 'confirmNeeded'],
  }),
  order: operation({
    ...change,
    method: 'PUT',
    path: '/methods-order',
    summary: 'The order on the sign-in page.',
    input: z.object({ ids: z.array(Id).check(z.maxLength(100)) }),
    data: Nothing,
    errors: [],
  }),
  remove: operation({
    ...change,
    method: 'DELETE',
    path: '/methods/:id',
    summary: 'Removes a method and what was bound by it.',
    confirms: true,
    input: one,
    data: Nothing,
    errors: ['notFound', 'methodFixed', 'confirmNeeded'],
  }),
  test: operation({
    ...change,
    method: 'POST',
    path: '/methods-test',
    summary:
      'Tries a method with the given settings (secrets that are not given are those kept for `id`), for a directory also with the name and password of a person.',
    confirms: true,
    input: z.extend(MethodDraft, {
      id: z.optional(Id),
      username: z.optional(z.string().check(z.maxLength(254))),
      password: z.optional(z.string().check(z.maxLength(200))),
    }),
    data: TestResult,
    errors: ['methodConfigWrong', 'confirmNeeded', 'notFound', 'tooManyRequests'],
  }),
}
