#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { type Api, apiOf, type Conflict } from './api.ts'
import { askSecret } from './ask.ts'
import { type Credentials, forgetCredentials, loadCredentials, saveCredentials } from './credential-store.ts'
import { download } from './download.ts'
import { sentenceOf, Trouble, WrongCall } from './failures.ts'
import { list } from './list.ts'
import packageJson from './package/package.json' with { type: 'json' }
import { placeOf } from './place.ts'
import { type Report, reportTo } from './report.ts'
import { openSite } from './site.ts'
import type { Task } from './task.ts'
import { languageOf, wordsOf } from './texts.ts'
import { upload } from './upload.ts'
import { verify } from './verify.ts'

const CONFLICTS: readonly string[] = ['skip', 'replace', 'keepBoth', 'refuse'] satisfies Conflict[]
const PARALLEL = { default: '8', max: 16 } as const
const { env, stdout, stderr } = process
const language = languageOf(env)
const say = wordsOf(language)

type Options = { conflict: Conflict; parallel: number; isDry: boolean; isJson: boolean }

function read(): { command: string; rest: string[]; options: Options } {
  const { values, positionals } = parse()
  if (values.help || values.version) {
    stdout.write(`${values.help ? say('usage') : packageJson.version}\n`)
    process.exit(0)
  }
  const [command = '', ...rest] = positionals
  const conflict = CONFLICTS.find((one) => one === values.conflict) as Conflict | undefined
  const parallel = Number(values.parallel)
  if (!conflict) throw new WrongCall('wrongCall', { what: `--conflict ${values.conflict}` })
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > PARALLEL.max)
    throw new WrongCall('wrongCall', { what: `--parallel ${values.parallel}` })
  return { command, rest, options: { conflict, parallel, isDry: values['dry-run'], isJson: values.json } }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        conflict: { type: 'string', default: 'refuse' },
        parallel: { type: 'string', default: PARALLEL.default },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
        version: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new WrongCall('wrongCall', { what: (error as Error).message })
  }
}

function addressOf(text: string): URL {
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text)
  if (!isAddress) throw new WrongCall('addressWrong', { what: text })
  return new URL(text)
}

async function withApi<Result>(
  credentials: Credentials,
  parallel: number,
  note: Report['note'],
  run: (api: Api) => Promise<Result>,
) {
  const url = addressOf(credentials.url)
  const isNear = /^(localhost|127\.|\[::1\])/.test(url.hostname)
  if (url.protocol === 'http:' && !isNear) note(say('plain', { site: url.origin }))
  const onWait = (error: unknown, pauseMs: number) =>
    note(say('waiting', { why: sentenceShort(error), seconds: Math.ceil(pauseMs / 1000) }))
  const site = openSite({ url, token: credentials.token, language, parallel, onWait })
  try {
    return await run(apiOf(site))
  } finally {
    site.close()
  }
}
const sentenceShort = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function login([address = '', ...more]: string[], note: Report['note']): Promise<void> {
  if (more.length) throw new WrongCall('wrongCall', { what: more.join(' ') })
  const url = addressOf(address).origin
  const token = env.DATASPACE_TOKEN || (await askSecret(say('askToken')))
  const { name } = await withApi({ url, token }, 1, note, (api) => api.me())
  stdout.write(`${say('loggedIn', { site: url, name, file: await saveCredentials(env, { url, token }) })}\n`)
}

/** Runs a command that moves or compares files. */
async function move(task: Task, command: string, rest: string[]): Promise<void> {
  if (command === 'upload' && rest.length > 1) return upload(task, rest.slice(0, -1), placeOf(rest.at(-1) ?? ''))
  const [first = '', second = '', ...more] = rest
  if (!second || more.length) throw new WrongCall('wrongCall', { what: [command, ...rest].join(' ') })
  if (command === 'download') return download(task, placeOf(first), second)
  if (command === 'verify') return verify(task, first, placeOf(second))
  throw new WrongCall('wrongCall', { what: command })
}

async function main(): Promise<number> {
  const { command, rest, options } = read()
  const { isJson, parallel } = options
  const report = reportTo({ out: stdout, err: stderr, isJson, isTerminal: stderr.isTTY, say, now: Date.now })
  if (command === 'login') return login(rest, report.note).then(() => 0)
  if (command === 'logout') {
    await forgetCredentials(env)
    stdout.write(`${say('loggedOut')}\n`)
    return 0
  }
  if (!command) throw new WrongCall('noCommand')
  const credentials = await loadCredentials(env)
  if (!credentials) throw new Trouble('notLoggedIn')
  return withApi(credentials, parallel, report.note, async (api) => {
    if (command === 'ls') {
      await list({ api, isJson, out: stdout }, rest[0] ? placeOf(rest[0]) : null)
      return 0
    }
    try {
      await move({ api, report, say, ...options }, command, rest)
    } catch (error) {
      // Prints what was done before the error.
      if (!(error instanceof WrongCall)) report.done(false)
      throw error
    }
    return report.done()
  })
}

// Exits when the reader of the output, such as `head`, closes the pipe.
stdout.on('error', () => process.exit(1))
main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    stderr.write(`${sentenceOf(error, say)}\n`)
    process.exitCode = error instanceof WrongCall ? 2 : 1
  },
)
