import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { browserLaunch } from './tests/e2e/browser.ts'
import { keepCompiled } from './tests/support/compiled.ts'
import { workInMemory } from './tests/support/scratch.ts'

workInMemory()
keepCompiled()
const { kind, launchOptions } = await browserLaunch()
if (!process.env.TEST_WORKER_INDEX) process.stdout.write(`browser: ${kind}\n`)

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // It has a browser and a server beside it, and the other tests run beside these: more of them on two cores only make
  // each slower, by a third.
  workers: Math.max(1, Math.floor(availableParallelism() / 2)),
  // Limits only end what hangs: how soon something comes is a matter of the machine.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // What cannot be clicked fails where it is, not when the time of its journey is over.
    actionTimeout: 60_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // What still moves takes a click away.
    contextOptions: { reducedMotion: 'reduce' },
    // A recording costs a sixth of a run: `npm run test:e2e -- --trace retain-on-failure` where one is wanted.
    trace: 'off',
    launchOptions,
  },
})
