import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import texts from '#locales/en/configuration.json' with { type: 'json' }
import { ConfigError } from './config-error.ts'
import { type DefaultSender, defaultSenderOf } from './default-sender.ts'
import { isAllowEntry, type OutsidePolicy } from './http/outside-address.ts'
import { type ProtocolsConfig, protocolsOf, rangeOf } from './protocols-config.ts'
import { faultOfS3, isS3, type S3Place, s3PlaceOf } from './storage/blobs/s3-place.ts'

/** The number for ARKs of trials, which belongs to nobody. Source: arks.org, reserved NAANs. */
export const TRIAL_NAAN = '99999'

export { ConfigError } from './config-error.ts'

/** A key of the configuration: where its value comes from, and the value unless it is secret or empty. */
export type ConfigRow = {
  key: Key
  from: 'environment' | 'file' | 'default'
  isSecret: boolean
  value: string
}

/** The checked configuration of the program. */
export type Config = {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** Absolute folder of what this process keeps for itself and could make again; `dataDir` of a server of one process. */
  ownDir: string
  /** Processes of this server. */
  workers: number
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
  /** Absolute path of ffmpeg, which extracts frames from videos; null if there is none. */
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
  outside: OutsidePolicy & { allow: string[] }
  /** Calls of one person a minute, by sessions and access tokens, that a process answers; 0: any number. */
  personCalls: number
  /** How many queries this node runs in parallel, each in a separate process, and the memory of each; bytes. */
  /** `idleMs`: how long an idle process is kept. */
  queries: { processes: number; memoryBytes: number; idleMs: number }
  /** Target of `npm run backup` and its encryption key; null: the target is an argument, and nothing is encrypted. */
  backup: {
    to: string | null
    key: string | null
    /** The credentials for the server of `to`; '' for none. */
    account: string
    secret: string
    /** SHA-256 of the key by which an SFTP server is known. */
    hostKey: string
  }
  /** Absolute folders that backups of spaces may be written to. */
  backupFolders: string[]
  /** Every key with its current value, secrets hidden, for administrators. */
  shown: readonly ConfigRow[]
  /** All secret values, the longest first: whole keys, and the passwords in addresses. */
  secrets: readonly string[]
  /** Days within which every content is read once and compared with its hash; 0: never. */
  fixityDays: number
  /** Name assigning authority number of the ARKs of datasets; null: datasets get no identifier of their own. */
  arkNaan: string | null
  /** Where DOIs of datasets are registered; null: datasets get none. */
  datacite: DataciteConfig | null
  /** Where handles of datasets are registered; null: datasets get none. */
  handle: HandleConfig | null
} & ProtocolsConfig

/** The repository at DataCite that registers DOIs; `timeoutMs` for one call. */
export type DataciteConfig = { url: string; repository: string; password: string; prefix: string; timeoutMs: number }

/** The server that keeps the handles of a prefix; `user` is the key that may change it, `300:0.NA/20.500.12345`. */
export type HandleConfig = { url: string; user: string; password: string; prefix: string; timeoutMs: number }

const MIB = 1_048_576
const WORKERS_MAX = 64
/** Maximum number of server processes if none is configured (our choice): more need more memory and connections. */
const WORKERS_BY_ITSELF = 4
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
/** The problem with an address of the blob store; null if there is none. */
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

/**
 * Every key: its check and its default. What it means is said in `locales`, which `npm start -- --help` and the page of the
 * configuration show.
 */
const keys = {
  PORT: { check: port, fallback: '8080' },
  HOST: { check: text, fallback: '127.0.0.1' },
  DATA_DIR: { check: text, fallback: './data' },
  WORKERS: { check: countTo(1, WORKERS_MAX), fallback: '' },
  PUBLIC_URL: { check: httpUrl, fallback: '' },
  ADMIN_EMAIL: {
    check: z.email(),
    fallback: 'admin@dataspace.local',
  },
  ADMIN_PASSWORD: {
    check: text.check(z.refine(isPassword, 'at least 8 characters')),
    fallback: '',
  },
  DATABASE_URL: {
    check: postgresUrl,
    fallback: '',
  },
  BLOB_STORE: {
    check: text.check(
      z.superRefine((value, context) => {
        const message = faultOfStore(value)
        if (message) context.addIssue({ code: 'custom', message, input: value })
      }),
    ),
    fallback: '',
  },
  S3_ACCESS_KEY: {
    check: text,
    fallback: '',
  },
  S3_SECRET_KEY: { check: text, fallback: '' },
  LOG_LEVEL: {
    check: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
  },
  TRUST_PROXY: {
    check: text,
    fallback: '',
  },
  METRICS_FROM: {
    check: text.check(z.refine((value) => listOf(value).every(isNetwork), 'networks like 10.1.0.0/16')),
    fallback: '',
  },
  DRAIN_SECONDS: {
    check: countTo(0, 300),
    fallback: '0',
  },
  X_ACCEL: {
    check: text,
    fallback: '',
  },
  SECRET_KEY: {
    check: text.check(z.minLength(32)),
    fallback: '',
  },
  MAIL_URL: {
    check: smtpUrl,
    fallback: '',
  },
  MAIL_FROM: { check: z.email(), fallback: '' },
  SENDMAIL: {
    check: text,
    fallback: '',
  },
  FFMPEG: {
    check: text,
    fallback: '',
  },
  SOFFICE: {
    check: text,
    fallback: '',
  },
  MARKET_URL: {
    check: httpUrl,
    fallback: '',
  },
  MARKET_PAGE: {
    check: httpUrl,
    fallback: '',
  },
  SIGN_IN_METHODS: {
    check: text.check(z.refine(isJsonList, 'a JSON list of {key, kind, name, isOn, config, secrets}')),
    fallback: '',
  },
  PERSON_CALLS: {
    check: countTo(0, 1_000_000),
    fallback: '60000',
  },
  QUERY_PROCESSES: {
    check: countTo(1, 64),
    fallback: '2',
  },
  QUERY_MEMORY_MB: {
    check: countTo(64, 1_048_576),
    fallback: '512',
  },
  QUERY_IDLE_S: {
    check: countTo(1, 3600),
    fallback: '30',
  },
  ARK_NAAN: {
    check: text.check(z.regex(/^(\d{5,9}|none)$/, 'five to nine digits, or none')),
    fallback: TRIAL_NAAN,
  },
  DATACITE_URL: { check: httpUrl, fallback: 'https://api.datacite.org' },
  DATACITE_REPOSITORY: { check: text, fallback: '' },
  DATACITE_PASSWORD: { check: text, fallback: '' },
  DATACITE_PREFIX: {
    check: text.check(z.regex(/^10\.\d{4,9}$/, 'like 10.5072')),
    fallback: '',
  },
  DATACITE_TIMEOUT_MS: {
    check: countTo(100, 300_000),
    fallback: '30000',
  },
  HANDLE_URL: { check: z.union([z.literal(''), httpUrl]), fallback: '' },
  HANDLE_USER: { check: text, fallback: '' },
  HANDLE_PASSWORD: { check: text, fallback: '' },
  HANDLE_PREFIX: {
    check: text.check(z.regex(/^\d+(\.\d+)*$/, 'like 20.500.12345')),
    fallback: '',
  },
  HANDLE_TIMEOUT_MS: {
    check: countTo(100, 300_000),
    fallback: '30000',
  },
  FIXITY_DAYS: {
    check: countTo(0, 3650),
    fallback: '30',
  },
  BACKUP_TO: {
    check: text.check(
      z.refine(
        (value) => !isS3(value) || faultOfS3(value) === null,
        's3://bucket/prefix?endpoint=https://server&region=name; account and key belong into BACKUP_ACCOUNT and BACKUP_SECRET',
      ),
    ),
    fallback: '',
  },
  BACKUP_ACCOUNT: { check: text, fallback: '' },
  BACKUP_SECRET: { check: text, fallback: '' },
  BACKUP_HOST_KEY: { check: text, fallback: '' },
  BACKUP_KEY: {
    check: text.check(z.minLength(32)),
    fallback: '',
  },
  BACKUP_FOLDERS: {
    check: text.check(z.refine((value) => listOf(value).every(isAbsolute), 'absolute folders')),
    fallback: '',
  },
  OUTSIDE: {
    check: z.enum(['on', 'off']),
    fallback: 'on',
  },
  OUTSIDE_ALLOW: {
    check: text.check(
      z.refine((value) => listOf(value).every(isAllowEntry), 'hosts, host:port or networks like 10.1.0.0/16'),
    ),
    fallback: '',
  },
  FTP_PORT: {
    check: port,
    fallback: '',
  },
  FTP_HOST: {
    check: text,
    fallback: '127.0.0.1',
  },
  FTP_PASSIVE_PORTS: {
    check: text.check(z.refine((value) => rangeOf(value) !== null, 'first-last, or 0 for any that is free')),
    fallback: '50000-50099',
  },
  FTP_PUBLIC_ADDRESS: {
    check: z.ipv4(),
    fallback: '',
  },
  FTP_CERT: {
    check: text,
    fallback: '',
  },
  FTP_KEY: { check: text, fallback: '' },
  SFTP_PORT: {
    check: port,
    fallback: '',
  },
  SFTP_HOST: { check: text, fallback: '127.0.0.1' },
  SFTP_HOST_KEY: {
    check: text,
    fallback: '',
  },
} as const
type Key = keyof typeof keys
const keyNames = Object.keys(keys) as Key[]
/** All keys of the configuration. */
export const configKeys: readonly string[] = [...keyNames, 'CONFIG_FILE']
const meanings: Readonly<Record<Key, string>> = texts.keys
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
  'BACKUP_SECRET',
  'DATACITE_PASSWORD',
  'HANDLE_PASSWORD',
] satisfies Key[]

/** Shown instead of a secret that is set. */
const HIDDEN = '••••••'

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
  const dois = [given('DATACITE_REPOSITORY'), given('DATACITE_PASSWORD'), given('DATACITE_PREFIX')].filter(Boolean)
  const handles = [given('HANDLE_URL'), given('HANDLE_USER'), given('HANDLE_PASSWORD'), given('HANDLE_PREFIX')]
  const hasOne = !given('S3_ACCESS_KEY') !== !given('S3_SECRET_KEY')
  return [
    ...(dois.length % 3 ? ['DATACITE_REPOSITORY, DATACITE_PASSWORD, DATACITE_PREFIX: all or none'] : []),
    ...(handles.filter(Boolean).length % 4
      ? ['HANDLE_URL, HANDLE_USER, HANDLE_PASSWORD, HANDLE_PREFIX: all or none']
      : []),
    ...(hasOne ? ['S3_ACCESS_KEY, S3_SECRET_KEY: both or none'] : []),
    ...(given('S3_ACCESS_KEY') && !isStore ? ['S3_ACCESS_KEY: BLOB_STORE is no s3:// address'] : []),
    ...(given('X_ACCEL') && isStore ? ['X_ACCEL: nginx sends files of a folder, BLOB_STORE is none'] : []),
  ]
}

function dataciteOf(given: (key: Key) => string): DataciteConfig | null {
  if (!given('DATACITE_REPOSITORY')) return null
  return {
    url: given('DATACITE_URL').replace(/\/+$/, ''),
    repository: given('DATACITE_REPOSITORY'),
    password: given('DATACITE_PASSWORD'),
    prefix: given('DATACITE_PREFIX'),
    timeoutMs: Number(given('DATACITE_TIMEOUT_MS')),
  }
}

function handleOf(given: (key: Key) => string): HandleConfig | null {
  if (!given('HANDLE_PREFIX')) return null
  return {
    url: given('HANDLE_URL').replace(/\/+$/, ''),
    user: given('HANDLE_USER'),
    password: given('HANDLE_PASSWORD'),
    prefix: given('HANDLE_PREFIX'),
    timeoutMs: Number(given('HANDLE_TIMEOUT_MS')),
  }
}

/** The embedded database shares the cores with the server: on a small machine one process is enough. */
function workersOf(given: (key: Key) => string): number {
  if (given('WORKERS')) return Number(given('WORKERS'))
  const cores = availableParallelism()
  return given('DATABASE_URL') || cores >= WORKERS_BY_ITSELF ? Math.min(cores, WORKERS_BY_ITSELF) : 1
}

function storeOf(given: (key: Key) => string): Config['s3'] {
  if (!isS3(given('BLOB_STORE'))) return null
  const [accessKeyId, secretAccessKey] = [given('S3_ACCESS_KEY'), given('S3_SECRET_KEY')]
  return { place: s3PlaceOf(given('BLOB_STORE')), keys: accessKeyId ? { accessKeyId, secretAccessKey } : null }
}

/** Every key with its value and where that comes from; secrets keep only whether they are set. */
const shownOf = (source: Source, inFile: ReadonlySet<string>): ConfigRow[] =>
  keyNames.map((key) => {
    const { fallback } = keys[key]
    const given = source[key]?.trim()
    const value = given || fallback
    const isSecret = SECRETS.includes(key) || HAS_SECRET.test(value)
    const from = !given ? 'default' : inFile.has(key) ? 'file' : 'environment'
    return { key, from, isSecret, value: isSecret && value ? HIDDEN : value }
  })

/** Shorter values aren't treated as secrets: they could be ordinary words. */
const SECRET_LENGTH_MIN = 4

function secretsOf(given: (key: Key) => string): string[] {
  const whole = keyNames.filter((key) => SECRETS.includes(key)).map(given)
  const inAddresses = keyNames.map((key) => /:\/\/[^/:]*:([^/]*)@/.exec(given(key))?.[1] ?? '')
  return [...whole, ...inAddresses]
    .filter(({ length }) => length >= SECRET_LENGTH_MIN)
    .sort((a, b) => b.length - a.length)
}

/** The path of a program found through PATH; null if there is none. */
const programOf = (name: string, path = ''): string | null =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

/**
 * Checks configuration; throws ConfigError that names every wrong value at once. Folders become absolute. `inFile`: keys
 * whose value the file gives.
 */
export function readConfig(source: Source, inFile: ReadonlySet<string> = new Set()): Config {
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
    ownDir: dataDir,
    workers: workersOf(given),
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
    personCalls: Number(value.PERSON_CALLS),
    queries: {
      processes: Number(value.QUERY_PROCESSES),
      memoryBytes: Number(value.QUERY_MEMORY_MB) * MIB,
      idleMs: Number(value.QUERY_IDLE_S) * 1000,
    },
    shown: shownOf(source, inFile),
    secrets: secretsOf(given),
    fixityDays: Number(value.FIXITY_DAYS),
    arkNaan: given('ARK_NAAN') === 'none' ? null : given('ARK_NAAN'),
    datacite: dataciteOf(given),
    handle: handleOf(given),
    backup: {
      to: given('BACKUP_TO') || null,
      key: given('BACKUP_KEY') || null,
      account: given('BACKUP_ACCOUNT'),
      secret: given('BACKUP_SECRET'),
      hostKey: given('BACKUP_HOST_KEY').replace(/^SHA256:/, ''),
    },
    backupFolders: listOf(given('BACKUP_FOLDERS')).map((folder) => resolve(folder)),
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
export const sourceOf = (environment: Source): Source => ({ ...fileOf(environment), ...environment })

/** The keys whose value comes from the file, because the environment has none. Throws ConfigError. */
export const keysInFile = (environment: Source): Set<string> =>
  new Set(Object.keys(fileOf(environment)).filter((key) => environment[key] === undefined))

function fileOf(environment: Source): Source {
  const path = configFile(environment)
  if (!existsSync(path)) {
    if (environment.CONFIG_FILE) throw new ConfigError([`CONFIG_FILE=${path}: there is no such file`])
    return {}
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
  return Object.fromEntries(Object.entries(file).map(([key, value]) => [key, textOf(value)]))
}

/** The table of keys for `--help`. */
export function configHelp(): string {
  const rows = keyNames.map((key) => {
    const { fallback } = keys[key]
    return `  ${key.padEnd(19)} ${meanings[key]}${fallback ? ` (${fallback})` : ''}`
  })
  return [
    'npm start [-- --demo]',
    '',
    `Configuration, from the environment or ${FILE} (CONFIG_FILE names another):`,
    '',
    ...rows,
    '',
  ].join('\n')
}
