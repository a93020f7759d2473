import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { DAY_MS } from '#contract/core/time.ts'
import type { Config } from '#server/config.ts'
import { dayText } from '#server/http/texts.ts'
import type { Check, Verdict } from './verdict.ts'

/** Days before its end from which a certificate is worth a word (our choice). */
const ENDS_SOON_DAYS = 21
const CONNECT_MS = 4000
const HTTPS_PORT = 443

function judged(validTo: Date, now: Date): Verdict {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  const values = { days, until: dayText(validTo) }
  if (days < 0) return { state: 'failing', said: 'certificateOver', values }
  return days < ENDS_SOON_DAYS
    ? { state: 'weak', said: 'certificateEnds', values }
    : { state: 'fine', said: 'certificateFine', values }
}

/** When the certificate that a server shows ends; nothing is sent to it, so its name need not be trusted. */
function shownBy({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const servername = /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? { servername: hostname } : {}
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || HTTPS_PORT,
      rejectUnauthorized: false,
      timeout: CONNECT_MS,
      ...servername,
    })
    socket.once('secureConnect', () => {
      const until = socket.getPeerCertificate().valid_to
      socket.destroy()
      resolve(new Date(until))
    })
    socket.once('timeout', () => socket.destroy(new Error(`no answer for ${CONNECT_MS} ms`)))
    socket.once('error', reject)
  })
}

type Needs = { config: Pick<Config, 'publicUrl' | 'ftp'>; now: () => Date }

/** The certificates of this site's own address and of FTP. */
export function certificateChecks({ config: { publicUrl, ftp }, now }: Needs): Check[] {
  const file = ftp?.certificate?.cert
  const site = publicUrl?.startsWith('https:') ? new URL(publicUrl) : null
  return [
    {
      key: 'certificate',
      of: site?.host ?? '',
      run: async () => (site ? judged(await shownBy(site), now()) : { state: 'unchecked', said: 'certificateNone' }),
    },
    ...(file
      ? [
          {
            key: 'certificate' as const,
            of: 'FTP',
            run: async () => judged(new Date(new X509Certificate(await readFile(file)).validTo), now()),
          },
        ]
      : []),
  ]
}
