import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { ConfigError } from './config-error.ts'
import { type CertificateFiles, secureContextOf } from './http/certificate.ts'

/** Protocols that listen on their own ports. */
export type ProtocolsConfig = {
  /** FTP; null: off. Without a certificate it listens on a loopback address only. */
  ftp: {
    port: number
    host: string
    /** Ports of data connections, both included; 0 to 0: the system chooses. */
    passivePorts: { first: number; last: number }
    publicAddress: string | null
    certificate: CertificateFiles | null
  } | null
  /** SFTP; null: off. `hostKey`: the private host key as PEM; null: the one in the database. */
  sftp: { port: number; host: string; hostKey: string | null } | null
}
type Given = (key: ProtocolKey) => string
type ProtocolKey =
  | `FTP_${'PORT' | 'HOST' | 'PASSIVE_PORTS' | 'PUBLIC_ADDRESS' | 'CERT' | 'KEY'}`
  | `SFTP_${'PORT' | 'HOST' | 'HOST_KEY'}`

/** Parses a range of ports, `first-last` or `0` for any; null when it is malformed. */
export function rangeOf(value: string): { first: number; last: number } | null {
  if (value === '0') return { first: 0, last: 0 }
  const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(value) ?? []).map(Number)
  return first && last && first <= last && last <= 65_535 ? { first, last } : null
}

const isLoopback = (host: string) =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/** Throws ConfigError with the reason why FTP can't be served with these values. */
function ftpOf(given: Given): ProtocolsConfig['ftp'] {
  const port = given('FTP_PORT')
  if (port === '') return null
  const [host, cert, key] = [given('FTP_HOST'), given('FTP_CERT'), given('FTP_KEY')]
  if (!cert !== !key) throw new ConfigError([`${cert ? 'FTP_KEY' : 'FTP_CERT'}: FTP_CERT and FTP_KEY go together`])
  if (!cert && !isLoopback(host))
    throw new ConfigError([`FTP_HOST=${host}: needs FTP_CERT and FTP_KEY, or passwords would go in the clear`])
  const certificate = cert ? { cert: resolve(cert), key: resolve(key) } : null
  try {
    if (certificate) secureContextOf(certificate)
  } catch (error) {
    throw new ConfigError([`FTP_CERT=${cert}, FTP_KEY=${key}: ${(error as Error).message}`])
  }
  const passivePorts = rangeOf(given('FTP_PASSIVE_PORTS')) ?? { first: 0, last: 0 }
  return { port: Number(port), host, passivePorts, publicAddress: given('FTP_PUBLIC_ADDRESS') || null, certificate }
}

/** Throws ConfigError for an invalid host key. */
function sftpOf(given: Given): ProtocolsConfig['sftp'] {
  const port = given('SFTP_PORT')
  const path = given('SFTP_HOST_KEY')
  if (port === '') return null
  try {
    const hostKey = path ? readFileSync(path, 'utf8') : null
    if (hostKey && !hostKey.includes('PRIVATE KEY-----')) throw new Error('no private key')
    return { port: Number(port), host: given('SFTP_HOST'), hostKey }
  } catch (error) {
    throw new ConfigError([`SFTP_HOST_KEY=${path}: ${(error as Error).message}`])
  }
}

/** The configured protocols. Throws ConfigError. */
export const protocolsOf = (given: Given): ProtocolsConfig => ({ ftp: ftpOf(given), sftp: sftpOf(given) })
