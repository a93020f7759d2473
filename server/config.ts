import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { type DefaultSender, defaultSenderOf } from './default-sender.ts'
import { isAllowEntry } from './http/outside-address.ts'
import { type ProtocolsConfig, protocolsOf, rangeOf } from './protocols-config.ts'
import { faultOfS3, isS3, type S3Place, s3PlaceOf } from './storage/blobs/s3-place.ts'

export { ConfigError } from './config-error.ts'

/** The checked configuration of the program. */
export type Config = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  publicUrl: string | null
  adminEmail: string
  adminPassword: string | null
  /** Address of the database; null: the embedded database below `dataDir`. */
  databaseUrl: string | null
  /** Absolute folder of the blobs and of unfinished uploads; with `s3`, of the local copies that programs read. */
  blobDir: string
  /** S3 store of the blobs instead of `blobDir`; `keys` null: the credentials of the machine's role. */
  s3: { place: S3Place; keys: { accessKeyId: string; secretAccessKey: string } | null } | null
  logLevel: string
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: string[]
  /** Networks that may read `/metrics`. */
  metricsFrom: string[]
  /** How long a stopping server still answers requests while `/readyz` reports that it stops; milliseconds. */
  drainMs: number
  /** Prefix of an nginx internal location that maps to `blobDir`; null: this process sends the bytes itself. */
  accelPrefix: string | null
  /** Key that encrypts stored secrets and signs the audit chain; null: the key file in `dataDir`. */
  secretKey: string | null
  /** `smtp://` or `smtps://` server for outgoing mail; null: the console's setting, else a folder of mail files. */
  mailUrl: string | null
  mailFrom: string | null
  /** The system's sendmail, for mails while no mail server is set; null: they stay in a folder. */
  sendmail: DefaultSender | null
  /** Absolute path of ffmpeg, which takes frames out of videos; null: there is none. */
  ffmpeg: string | null
  /** Absolute path of LibreOffice, which converts documents to PDF; null: there is none, or it is off. */
  soffice: string | null
  /** Index of a market of preview components on another site; null: the index that ships with the product. */
  marketUrl: string | null
  /** Page for people who lack a preview component and may not install one; null: our own page. */
  marketPage: string | null
  /** Sign-in methods from the environment; each kind checks its own at the start. */
  signInMethods: unknown[]
  /** Outside addresses that people may import from. */
  outside: { isOn: boolean; allow: string[] }
  /** How many questions this node answers at a time, each in a process of its own, and the memory of each; bytes. */
  queries: { processes: number; memoryBytes: number }
  /** Target of `npm run backup` and its encryption key; null: the target is an argument, and nothing is encrypted. */
  backup: { to: string | null; key: string | null }
  /** Name assigning authority number of the ARKs of datasets; null: datasets get no identifier of their own. */
  arkNaan: string | null
} & ProtocolsConfig

const MIB = 1_048_576
const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
const isNetwork = (entry: string) => entry.includes('/') && isAllowEntry(entry)
const isPassword = (text: string) => text.length >= 8
const text = z.string().check(z.trim())
const port = z.pipe(z.coerce.number(), z.number().check(z.int(), z.gte(0), z.lte(65_535)))
const countTo = (least: number, most: number) =>
  z.pipe(z.coerce.number(), z.number().check(z.int(), z.gte(least), z.lte(most)))
const httpUrl = z.url({ protocol: /^https?$/ })
/** The problem with an address of the blob store; null: none. */
function faultOfStore(value: string): string | null {
  if (isS3(value)) return faultOfS3(value)
  return /^\w+:\/\//.test(value) ? 'a folder, or s3://bucket' : null
}
const smtpUrl = z.url({ protocol: /^smtps?$/ })
const isJsonList = (value: string) => {
  try {
    return Array.isArray(JSON.parse(value))
  } catch {
    // Text that is not JSON gets the same refusal.
    return false
  }
}
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })

/** Every key: its check, its default and what it means. `npm start -- --help` prints this table. */
const keys = {
  PORT: { check: port, fallback: '8080', means: 'Port of the one server for console and API; 0 takes a free one' },
  HOST: { check: text, fallback: '127.0.0.1', means: 'Address to listen on; 0.0.0.0 for all' },
  DATA_DIR: { check: text, fallback: './data', means: 'Folder of the embedded database and of the files' },
  PUBLIC_URL: { check: httpUrl, fallback: '', means: 'Address that people use; https makes the cookies secure' },
  ADMIN_EMAIL: {
    check: z.email(),
    fallback: 'admin@dataspace.local',
    means: 'First administrator, made on the first start',
  },
  ADMIN_PASSWORD: {
    check: text.check(z.refine(isPassword, 'at least 8 characters')),
    fallback: '',
    means: 'Password of the first administrator; generated and printed once when empty',
  },
  DATABASE_URL: {
    check: postgresUrl,
    fallback: '',
    means: 'postgres://… of an outside PostgreSQL 15 or newer; empty: the embedded one',
  },
  BLOB_STORE: {
    check: text.check(
      z.superRefine((value, context) => {
        const message = faultOfStore(value)
        if (message) context.addIssue({ code: 'custom', message, input: value })
      }),
    ),
    fallback: '',
    means:
      'Folder of the file contents, or s3://bucket/prefix?endpoint=https://server&region=name; empty: DATA_DIR/files',
  },
  S3_ACCESS_KEY: {
    check: text,
    fallback: '',
    means: "Access key of an s3:// BLOB_STORE; empty: the machine's own role",
  },
  S3_SECRET_KEY: { check: text, fallback: '', means: 'Its secret' },
  LOG_LEVEL: {
    check: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    means: 'Least level that is logged',
  },
  TRUST_PROXY: {
    check: text,
    fallback: '',
    means: 'Addresses of proxies, separated by commas, whose X-Forwarded-For is believed',
  },
  METRICS_FROM: {
    check: text.check(z.refine((value) => listOf(value).every(isNetwork), 'networks like 10.1.0.0/16')),
    fallback: '',
    means:
      'Networks, separated by commas, whose monitoring may read /metrics; this machine and administrators always may',
  },
  DRAIN_SECONDS: {
    check: countTo(0, 300),
    fallback: '0',
    means: 'So long a stopping server still answers while /readyz says 503, for a balancer to notice',
  },
  X_ACCEL: {
    check: text,
    fallback: '',
    means: 'Internal location of nginx over BLOB_STORE; empty: this process sends the bytes',
  },
  SECRET_KEY: {
    check: text.check(z.minLength(32)),
    fallback: '',
    means:
      'Seals secrets and signs the audit log, the same on every node; empty: DATA_DIR/secret.key, made on the first start',
  },
  MAIL_URL: {
    check: smtpUrl,
    fallback: '',
    means: 'smtp://user:password@host:587 (STARTTLS) or smtps://…; empty: set in the console, else SENDMAIL',
  },
  MAIL_FROM: { check: z.email(), fallback: '', means: 'Sender address of mails that leave by MAIL_URL or SENDMAIL' },
  SENDMAIL: {
    check: text,
    fallback: '',
    means:
      'Path of sendmail, which sends while no mail server is set and MAIL_FROM or PUBLIC_URL names a sender; empty: the one of the system; off: mails stay in DATA_DIR/mail',
  },
  FFMPEG: {
    check: text,
    fallback: '',
    means: 'Path of ffmpeg, which makes small pictures of videos; empty: the one of PATH, or none',
  },
  SOFFICE: {
    check: text,
    fallback: '',
    means:
      'Path of soffice (LibreOffice), which shows .doc, .ppt and other documents as PDF, shut in by bubblewrap (bwrap); empty: the one of PATH, or none; off: none',
  },
  MARKET_URL: {
    check: httpUrl,
    fallback: '',
    means: 'Index of a market of preview components on another site; see docs/components.md',
  },
  MARKET_PAGE: {
    check: httpUrl,
    fallback: '',
    means: 'Page about preview components for people who may not install them; empty: the list of our own',
  },
  SIGN_IN_METHODS: {
    check: text.check(z.refine(isJsonList, 'a JSON list of {key, kind, name, isOn, config, secrets}')),
    fallback: '',
    means: 'Sign-in methods set from outside, as JSON; see docs/sign-in.md',
  },
  QUERY_PROCESSES: {
    check: countTo(1, 64),
    fallback: '2',
    means: 'Questions over tables and files that this node answers at a time, each in a process of its own',
  },
  QUERY_MEMORY_MB: {
    check: countTo(64, 1_048_576),
    fallback: '512',
    means: 'Memory of each of them in MiB; its process may take 256 more before it is ended',
  },
  ARK_NAAN: {
    check: text.check(z.regex(/^(\d{5,9}|none)$/, 'five to nine digits, or none')),
    fallback: '99999',
    means: 'Number from arks.org that the identifiers of datasets (ARK) begin with; 99999 is for trial; none: no ARKs',
  },
  BACKUP_TO: { check: text, fallback: '', means: 'Folder that npm run backup writes to and npm run restore reads' },
  BACKUP_KEY: {
    check: text.check(z.minLength(32)),
    fallback: '',
    means: 'Encrypts backups; keep it apart from them; empty: they are as readable as the data itself',
  },
  OUTSIDE: {
    check: z.enum(['on', 'off']),
    fallback: 'on',
    means: 'Whether people may import from other sites; inner networks are closed either way',
  },
  OUTSIDE_ALLOW: {
    check: text.check(
      z.refine((value) => listOf(value).every(isAllowEntry), 'hosts, host:port or networks like 10.1.0.0/16'),
    ),
    fallback: '',
    means: "The institution's own servers that may be imported from, separated by commas: nas.lab.edu:5000,10.1.0.0/16",
  },
  FTP_PORT: {
    check: port,
    fallback: '',
    means: 'Port for FTP, such as 21; empty: shut. See docs/protocols.md',
  },
  FTP_HOST: {
    check: text,
    fallback: '127.0.0.1',
    means: 'Address that FTP listens on; any but a loopback one needs FTP_CERT and FTP_KEY',
  },
  FTP_PASSIVE_PORTS: {
    check: text.check(z.refine((value) => rangeOf(value) !== null, 'first-last, or 0 for any that is free')),
    fallback: '50000-50099',
    means: 'Ports of the data connections of FTP, to be let through by the firewall',
  },
  FTP_PUBLIC_ADDRESS: {
    check: z.ipv4(),
    fallback: '',
    means: 'IPv4 address that PASV tells; empty: the one that the client came in at',
  },
  FTP_CERT: {
    check: text,
    fallback: '',
    means: 'Path of the certificate of FTP with its chain, PEM; read again when it changes',
  },
  FTP_KEY: { check: text, fallback: '', means: 'Path of its private key, PEM' },
  SFTP_PORT: {
    check: port,
    fallback: '',
    means: 'Port for SFTP, such as 2022; empty: shut. See docs/protocols.md',
  },
  SFTP_HOST: { check: text, fallback: '127.0.0.1', means: 'Address that SFTP listens on; 0.0.0.0 for all' },
  SFTP_HOST_KEY: {
    check: text,
    fallback: '',
    means:
      'Path of the private key of the SFTP host; empty: one made once and kept sealed in the database, for every node',
  },
} as const
type Key = keyof typeof keys
/** Keys that hold passwords: error messages don't repeat their values. */
const SECRETS: readonly string[] = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'SECRET_KEY',
  'MAIL_URL',
  'SIGN_IN_METHODS',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_KEY',
] satisfies Key[]

/** Matches an address that contains a password, under any key. */
const HAS_SECRET = /:\/\/[^/]*@/

type Source = Readonly<Record<string, string | undefined>>

function checkAll(source: Source): Record<Key, string | number> {
  const wrong: string[] = []
  const values = Object.entries(keys).map(([key, { check, fallback }]) => {
    const given = source[key]?.trim() || fallback
    if (given === '') return [key, '']
    const result = check.safeParse(given, { error: z.locales.en().localeError })
    const shown = SECRETS.includes(key) || HAS_SECRET.test(given) ? '…' : given
    if (!result.success) wrong.push(`${key}=${shown}: ${result.error.issues.map((issue) => issue.message).join('; ')}`)
    return [key, result.data ?? '']
  })
  if (wrong.length) throw new ConfigError(wrong)
  return Object.fromEntries(values) as Record<Key, string | number>
}

/** Problems of keys that contradict or need each other. */
function faultsTogether(given: (key: Key) => string): string[] {
  const isStore = isS3(given('BLOB_STORE'))
  const hasOne = !given('S3_ACCESS_KEY') !== !given('S3_SECRET_KEY')
  return [
    ...(hasOne ? ['S3_ACCESS_KEY, S3_SECRET_KEY: both or none'] : []),
    ...(given('S3_ACCESS_KEY') && !isStore ? ['S3_ACCESS_KEY: BLOB_STORE is no s3:// address'] : []),
    ...(given('X_ACCEL') && isStore ? ['X_ACCEL: nginx sends files of a folder, BLOB_STORE is none'] : []),
  ]
}

function storeOf(given: (key: Key) => string): Config['s3'] {
  if (!isS3(given('BLOB_STORE'))) return null
  const [accessKeyId, secretAccessKey] = [given('S3_ACCESS_KEY'), given('S3_SECRET_KEY')]
  return { place: s3PlaceOf(given('BLOB_STORE')), keys: accessKeyId ? { accessKeyId, secretAccessKey } : null }
}

/** The path of a program found through PATH; null when there is none. */
const programOf = (name: string, path = ''): string | null =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

/** Checks configuration; throws ConfigError that names every wrong value at once. Folders become absolute. */
export function readConfig(source: Source): Config {
  const value = checkAll(source)
  const given = (key: Key) => String(value[key])
  const faults = faultsTogether(given)
  if (faults.length) throw new ConfigError(faults)
  const dataDir = resolve(given('DATA_DIR'))
  const s3 = storeOf(given)
  return {
    port: Number(value.PORT),
    host: given('HOST'),
    dataDir,
    publicUrl: given('PUBLIC_URL') || null,
    adminEmail: given('ADMIN_EMAIL'),
    adminPassword: given('ADMIN_PASSWORD') || null,
    databaseUrl: given('DATABASE_URL') || null,
    blobDir: resolve((!s3 && given('BLOB_STORE')) || `${dataDir}/files`),
    s3,
    logLevel: given('LOG_LEVEL'),
    trustProxy: listOf(given('TRUST_PROXY')),
    metricsFrom: listOf(given('METRICS_FROM')),
    drainMs: Number(value.DRAIN_SECONDS) * 1000,
    accelPrefix: given('X_ACCEL') || null,
    secretKey: given('SECRET_KEY') || null,
    mailUrl: given('MAIL_URL') || null,
    mailFrom: given('MAIL_FROM') || null,
    sendmail: defaultSenderOf({
      sendmail: given('SENDMAIL'),
      mailFrom: given('MAIL_FROM'),
      publicUrl: given('PUBLIC_URL'),
    }),
    ffmpeg: given('FFMPEG') || programOf('ffmpeg', source.PATH),
    soffice: given('SOFFICE') === 'off' ? null : given('SOFFICE') || programOf('soffice', source.PATH),
    marketUrl: given('MARKET_URL') || null,
    marketPage: given('MARKET_PAGE') || null,
    outside: { isOn: given('OUTSIDE') === 'on', allow: listOf(given('OUTSIDE_ALLOW')) },
    queries: { processes: Number(value.QUERY_PROCESSES), memoryBytes: Number(value.QUERY_MEMORY_MB) * MIB },
    arkNaan: given('ARK_NAAN') === 'none' ? null : given('ARK_NAAN'),
    backup: { to: given('BACKUP_TO') || null, key: given('BACKUP_KEY') || null },
    signInMethods: JSON.parse(given('SIGN_IN_METHODS') || '[]') as unknown[],
    ...protocolsOf(given),
  }
}

const FILE = 'dataspace.config.json'
/** Path of the configuration file. */
export const configFile = (environment: Source): string => environment.CONFIG_FILE ?? FILE

/**
 * Merges the environment over the optional file (`CONFIG_FILE`, else ./dataspace.config.json), which holds the same
 * keys. Throws ConfigError when the file is no JSON object or has unknown keys.
 */
export function sourceOf(environment: Source): Source {
  const path = configFile(environment)
  if (!existsSync(path)) {
    if (environment.CONFIG_FILE) throw new ConfigError([`CONFIG_FILE=${path}: there is no such file`])
    return environment
  }
  let file: unknown
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError([`${path}: ${(error as Error).message}`])
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new ConfigError([`${path}: not a JSON object`])
  const strange = Object.keys(file).filter((key) => !(key in keys))
  if (strange.length) throw new ConfigError(strange.map((key) => `${path}: ${key} is no key of ours`))
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return { ...Object.fromEntries(Object.entries(file).map(([key, value]) => [key, textOf(value)])), ...environment }
}

/** The table of keys for `--help`. */
export function configHelp(): string {
  const rows = Object.entries(keys).map(
    ([key, { fallback, means }]) => `  ${key.padEnd(18)} ${means}${fallback ? ` (${fallback})` : ''}`,
  )
  return [
    'npm start [-- --demo]',
    '',
    `Configuration, from the environment or ${FILE} (CONFIG_FILE names another):`,
    '',
    ...rows,
    '',
  ].join('\n')
}
