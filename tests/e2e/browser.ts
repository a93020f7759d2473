import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of a site share a process, which a kept page keeps (kept-context.ts).
  '--process-per-site',
  // A page of the console lives for seconds: collecting its garbage was a tenth of a page's work.
  '--js-flags=--min-semi-space-size=64 --max-semi-space-size=64',
]
const SYSTEM = [
  // A shell without windows takes a third less work than the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser in this order: Playwright's own, the system's, the one packed in npm; E2E_BROWSER forces one. */
export async function browserLaunch(): Promise<{ kind: string; launchOptions: LaunchOptions }> {
  const wanted = process.env.E2E_BROWSER
  // Without a locale a browser can't read a file whose name isn't ASCII.
  const env = { ...process.env, LANG: process.env.LANG ?? 'C.UTF-8' } as Record<string, string>
  if ((!wanted || wanted === 'own') && existsSync(chromium.executablePath()))
    return { kind: 'own', launchOptions: { args: ARGS, env } }
  const system = [process.env.CHROMIUM_PATH, ...SYSTEM].find((path) => path && existsSync(path))
  if ((!wanted || wanted === 'system') && system)
    return { kind: 'system', launchOptions: { executablePath: system, args: ARGS, env } }
  const packed = await import('@sparticuz/chromium')
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  const executablePath = await packed.default.executablePath(bin)
  const libraries = await packed.inflate(join(bin, 'al2023.tar.br'))
  const packedEnv = { ...env, LD_LIBRARY_PATH: join(libraries, 'lib') }
  return { kind: 'npm', launchOptions: { executablePath, args: [...ARGS, '--headless=shell'], env: packedEnv } }
}
