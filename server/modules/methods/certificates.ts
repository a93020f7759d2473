import { X509Certificate } from 'node:crypto'
import { CERTIFICATE_WARNING_DAYS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Parses certificates: PEM blocks, or bare base64 as in SAML metadata. Throws for anything else. */
export function certificatesOf(text: string): X509Certificate[] {
  const blocks = text.match(BLOCK) ?? [
    `-----BEGIN CERTIFICATE-----\n${text.replace(/\s+/g, '')}\n-----END CERTIFICATE-----`,
  ]
  return blocks.map((block) => new X509Certificate(block))
}

const line = (name: string) => name.replaceAll('\n', ', ')
type Dated = { subject: string; issuer: string; validTo: string }
export const describeCertificate = ({ subject, issuer, validTo }: Dated): string =>
  `${line(subject)}; ${line(issuer)}; ${new Date(validTo).toISOString().slice(0, 10)}`

/** State of a certificate's dates: out of date, expiring soon, or fine. */
export function datesOf({ validFrom, validTo }: X509Certificate, nowMs = Date.now()): 'expired' | 'soon' | null {
  if (nowMs > Date.parse(validTo) || nowMs < Date.parse(validFrom)) return 'expired'
  return nowMs > Date.parse(validTo) - CERTIFICATE_WARNING_DAYS * DAY_MS ? 'soon' : null
}
