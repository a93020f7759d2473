import * as z from 'zod/mini'
import { ApiGroup } from './applications.ts'
import { operation } from './core/operation.ts'
import { Id, Nothing, Timestamp } from './core/shapes.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
/**
 * The parameters with which an application sends a browser to ask for consent (OAuth 2.1, authorization code with
 * PKCE).
 */
export const AuthorizationAsk = z.object({
  client_id: text(100),
  redirect_uri: text(2000),
  response_type: text(40),
  scope: z._default(text(1000), ''),
  state: z.optional(text(1000)),
  code_challenge: z._default(text(200), ''),
  code_challenge_method: z._default(text(20), ''),
})
export type AuthorizationAsk = z.output<typeof AuthorizationAsk>

/** A user's consent to an application. */
export const Consent = z.object({
  id: Id,
  application: z.string(),
  groups: z.array(ApiGroup),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})
export type Consent = z.infer<typeof Consent>

const mine = { gate: 'signedIn', guard: 'session' } as const
/** A form of another program; its errors are those of RFC 6749, not of the envelope. */
const outside = { method: 'POST', gate: 'public', changes: false, body: 'form', answers: 'bytes' } as const

export const consents = {
  /** The question that the page shows; `url` leads back at once when the request is wrong. */
  ask: operation({
    ...mine,
    method: 'GET',
    path: '/oauth/consent',
    input: AuthorizationAsk,
    data: z.object({
      application: z.object({ name: z.string(), description: z.string(), contact: z.string() }),
      groups: z.array(ApiGroup),
      /** The host that the browser is sent back to. */
      host: z.string(),
      url: z.nullable(z.string()),
    }),
    errors: ['consentWrong'],
  }),
  /** The address that leads back to the application, with a code or with the refusal. */
  answer: operation({
    ...mine,
    method: 'POST',
    path: '/oauth/consent',
    input: z.extend(AuthorizationAsk, { isAllowed: z.boolean() }),
    data: z.object({ url: z.string() }),
    errors: ['consentWrong'],
  }),
  /** RFC 6749, 4.1.3 and 6. */
  token: operation({ ...outside, path: '/oauth/token', input: z.looseObject({}), data: Nothing, errors: [] }),
  /** RFC 7009. */
  revoke: operation({ ...outside, path: '/oauth/revoke', input: z.looseObject({}), data: Nothing, errors: [] }),
  list: operation({
    ...mine,
    method: 'GET',
    path: '/account/consents',
    input: z.object({}),
    data: z.array(Consent),
    errors: [],
  }),
  remove: operation({
    act: 'delete',
    ...mine,
    method: 'DELETE',
    path: '/account/consents/:id',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['notFound'],
  }),
}
