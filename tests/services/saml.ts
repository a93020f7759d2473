import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inflateRawSync } from 'node:zlib'
import { signXml } from '@node-saml/node-saml/lib/xml.js'
import { makeCertificate } from './certificates.ts'

export const IDP = 'https://idp.example.org/metadata'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

type Assertion = {
  requestId: string
  audience: string
  recipient: string
  nameId?: string
  format?: string
  issuer?: string
  /** Minutes from now until which the assertion is valid. */
  minutes?: number
  /** Which element is signed; '' leaves the response unsigned. */
  signs?: 'assertion' | 'response' | ''
  /** The key of another provider. */
  isForeign?: boolean
  attributes?: Record<string, string[]>
}
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
let numbers = 0

function assertionOf(claims: Assertion, id: string): string {
  const { requestId, audience, recipient, nameId = 'person-1', format = PERSISTENT, issuer = IDP, minutes = 5 } = claims
  const attributes = Object.entries(claims.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${requestId}" Recipient="${recipient}" NotOnOrAfter="${at(minutes)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(Math.min(-5, minutes - 10))}" NotOnOrAfter="${at(minutes)}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="s-1"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    attributes.length ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('')
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const responseAround = (
  inner: string,
  { requestId, recipient, issuer = IDP }: Assertion,
  id: string,
  status = SUCCESS,
) =>
  [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${id}" Version="2.0" IssueInstant="${at(0)}" Destination="${recipient}" InResponseTo="${requestId}">`,
    `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status>${status}</samlp:Status>${inner}</samlp:Response>`,
  ].join('')
const code = (value: string, inner = '') => `<samlp:StatusCode Value="${value}">${inner}</samlp:StatusCode>`

/** An identity provider that signs with XML-DSig and its own key, and asserts whatever a test wants. */
export function startIdp() {
  const folder = mkdtempSync(`${tmpdir()}/dataspace-idp-`)
  const own = makeCertificate(folder, 'idp')
  const foreign = makeCertificate(folder, 'foreign')

  function sign(xml: string, name: 'Assertion' | 'Response', isForeign = false): string {
    const path = `//*[local-name(.)='${name}']`
    return signXml(
      xml,
      path,
      { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
      { privateKey: (isForeign ? foreign : own).key, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' },
    )
  }

  return {
    certificate: own.certificate,
    foreignCertificate: foreign.certificate,
    key: own.key,
    /** The request that the address contains. */
    read(url: string) {
      const query = new URL(url).searchParams
      const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
      const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
      return {
        requestId: attribute('ID'),
        recipient: attribute('AssertionConsumerServiceURL'),
        audience: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
        relayState: query.get('RelayState') ?? '',
        isSigned: query.has('Signature'),
      }
    },
    /** A response as XML; `encode` turns it into the form field. */
    answer(claims: Assertion): string {
      const { signs = 'assertion', isForeign } = claims
      numbers += 1
      const plain = assertionOf(claims, `_a${numbers}`)
      const inner = signs === 'assertion' ? sign(plain, 'Assertion', isForeign) : plain
      const response = responseAround(inner, claims, `_r${numbers}`, code(SUCCESS))
      return signs === 'response' ? sign(response, 'Response', isForeign) : response
    },
    /** The response of the provider when the person did not sign in. */
    refuse: (claims: Assertion) =>
      responseAround(
        '',
        claims,
        '_refusal',
        code('urn:oasis:names:tc:SAML:2.0:status:Responder', code('urn:oasis:names:tc:SAML:2.0:status:AuthnFailed')),
      ),
    encode: (xml: string) => Buffer.from(xml).toString('base64'),
    stop: () => rmSync(folder, { recursive: true, force: true }),
  }
}
