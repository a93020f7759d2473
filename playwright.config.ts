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
  workers: 3,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // What cannot be clicked fails where it is, not when the time of its journey is over.
    actionTimeout: 20_000,
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
