import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, configHelp, readConfig, sourceOf } from './config.ts'

const errorOf = (run: () => unknown): ConfigError => {
  try {
    run()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

function fileWith(text: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'ds-config-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'config.json')
  writeFileSync(path, text)
  return path
}

describe('configuration', () => {
  test('names every wrong value at once', () => {
    const { lines } = errorOf(() =>
      readConfig({
        PORT: '99999',
        PUBLIC_URL: 'lake',
        ADMIN_EMAIL: 'nobody',
        ADMIN_PASSWORD: 'short',
        DATABASE_URL: 'mysql://x',
        BLOB_STORE: 'ftp://bucket',
        LOG_LEVEL: 'loud',
      }),
    )
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'DATABASE_URL',
      'BLOB_STORE',
      'LOG_LEVEL',
    ])
  })

  test('the number of processes is a whole one, and from the machine when nobody says it', () => {
    for (const WORKERS of ['0', '65', '1.5', 'many', '-1'])
      expect(errorOf(() => readConfig({ WORKERS })).lines).toEqual([expect.stringContaining(`WORKERS=${WORKERS}: `)])
    expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
    const cores = availableParallelism()
    expect(readConfig({}).workers).toBe(cores < 4 ? 1 : 4)
    expect(readConfig({ DATABASE_URL: 'postgres://lake' }).workers).toBe(Math.min(4, cores))
  })

  test('a password is not repeated in the refusal', () => {
    const { message } = errorOf(() => readConfig({ ADMIN_PASSWORD: 'sechs6' }))
    expect(message).not.toContain('sechs6')
  })

  test('a bucket is a place for contents, with keys of its own or those of the machine', () => {
    const BLOB_STORE = 's3://lake/team/a?endpoint=https://minio.lab:9000&region=eu'
    const { s3, blobDir } = readConfig({ BLOB_STORE, S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' })
    expect(s3).toEqual({
      place: { bucket: 'lake', prefix: 'team/a/', endpoint: 'https://minio.lab:9000', region: 'eu', isPathStyle: true },
      keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    expect(blobDir).toBe(resolve('./data/files'))
    expect(readConfig({ BLOB_STORE: 's3://lake' }).s3).toEqual({
      place: { bucket: 'lake', prefix: '', endpoint: null, region: 'us-east-1', isPathStyle: false },
      keys: null,
    })
    expect(readConfig({ BLOB_STORE: '/srv/lake' })).toMatchObject({ s3: null, blobDir: '/srv/lake' })
  })

  test.each([
    ['keys in the address', { BLOB_STORE: 's3://key:hush@lake' }, /^BLOB_STORE=….*S3_ACCESS_KEY/],
    ['no bucket', { BLOB_STORE: 's3:///prefix' }, /names a bucket/],
    ['a strange parameter', { BLOB_STORE: 's3://lake?bucket=b' }, /bucket is none of endpoint, region, pathStyle/],
    ['an endpoint that is none', { BLOB_STORE: 's3://lake?endpoint=minio' }, /endpoint is https/],
    ['a path style that is none', { BLOB_STORE: 's3://lake?pathStyle=yes' }, /pathStyle is 1 or 0/],
    ['a strange prefix', { BLOB_STORE: 's3://lake/a%20b' }, /a prefix of letters/],
    ['half a pair of keys', { BLOB_STORE: 's3://lake', S3_ACCESS_KEY: 'hush' }, /both or none/],
    ['keys for a folder', { S3_ACCESS_KEY: 'hush', S3_SECRET_KEY: 'hush' }, /no s3:\/\/ address/],
    ['nginx that sends what it does not have', { BLOB_STORE: 's3://lake', X_ACCEL: '/files' }, /^X_ACCEL/],
  ])('a bucket with %s is refused in a line that repeats no secret', (_what, source, said) => {
    const { lines, message } = errorOf(() => readConfig(source))
    expect(lines).toEqual([expect.stringMatching(said)])
    expect(message).not.toContain('hush')
  })

  test.each([
    ['no JSON', '{', /config\.json/],
    ['a list', '[]', /not a JSON object/],
    ['a key that does not exist', '{"PROT": 1}', /PROT is no key of ours/],
  ])('a file with %s is refused', (_what, text, said) => {
    expect(errorOf(() => sourceOf({ CONFIG_FILE: fileWith(text) })).message).toMatch(said)
  })

  test('a file that was named must be there', () => {
    expect(errorOf(() => sourceOf({ CONFIG_FILE: '/nowhere/at-all.json' })).message).toMatch(/no such file/)
  })

  test('the environment wins over the file, the file over the defaults', () => {
    const CONFIG_FILE = fileWith('{"PORT": 9000, "HOST": "0.0.0.0"}')
    const config = readConfig(sourceOf({ CONFIG_FILE, PORT: '9100' }))
    expect(config).toMatchObject({ port: 9100, host: '0.0.0.0', dataDir: resolve('./data') })
  })

  test('without a word it is the embedded default', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      publicUrl: null,
      blobDir: resolve('./data/files'),
      adminPassword: null,
    })
  })

  test('the help names every key', () => {
    const help = configHelp()
    for (const key of ['PORT', 'HOST', 'DATA_DIR', 'PUBLIC_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DATABASE_URL'])
      expect(help).toContain(`  ${key} `)
  })
})

describe('the configuration of FTP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ds-config-'))
  const empty = join(folder, 'empty.pem')
  writeFileSync(empty, '')

  test.each([
    ['an address of the world without a certificate', { FTP_HOST: '0.0.0.0' }, /^FTP_HOST=0\.0\.0\.0: needs FTP_CERT/],
    ['a certificate without its key', { FTP_CERT: '/a.pem' }, /^FTP_KEY: /],
    ['a certificate that is not there', { FTP_CERT: '/none.pem', FTP_KEY: '/none.key' }, /^FTP_CERT=.*ENOENT/],
    ['a certificate that is none', { FTP_CERT: empty, FTP_KEY: empty }, /^FTP_CERT=/],
    ['ports the wrong way round', { FTP_PASSIVE_PORTS: '500-400' }, /^FTP_PASSIVE_PORTS=500-400/],
    ['a name for the public address', { FTP_PUBLIC_ADDRESS: 'lab.edu' }, /^FTP_PUBLIC_ADDRESS=lab\.edu/],
  ])('is not opened with %s', (_what, keys, said) => {
    const { lines } = errorOf(() => readConfig({ FTP_PORT: '21', ...keys }))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(said)
  })

  test('is shut without a port, and on a loopback address needs no certificate', () => {
    expect(readConfig({}).ftp).toBeNull()
    expect(readConfig({ FTP_PORT: '0', FTP_HOST: '::1' }).ftp).toEqual({
      port: 0,
      host: '::1',
      passivePorts: { first: 50_000, last: 50_099 },
      publicAddress: null,
      certificate: null,
    })
  })
})

test('SFTP is not opened with a host key that is none', () => {
  expect(readConfig({}).sftp).toBeNull()
  const { message } = errorOf(() => readConfig({ SFTP_PORT: '22', SFTP_HOST_KEY: '/none' }))
  expect(message).toMatch(/^SFTP_HOST_KEY=\/none: ENOENT/)
})
