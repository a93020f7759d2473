import { defineConfig } from 'vitest/config'

const databases = './tests/support/database.setup.ts'

export default defineConfig({
  test: {
    // A counterpart of the tests says that it is one.
    onConsoleLog: (log) => !log.startsWith('oidc-provider WARNING'),
    projects: [
      {
        test: {
          name: 'unit',
          // A process that a test starts takes its time on a machine that is busy with the others.
          testTimeout: 30_000,
          include: [
            '{contract,server,src,providers,resources,scripts}/**/*.test.{ts,tsx}',
            'tests/architecture/**/*.test.ts',
          ],
          server: { deps: { inline: [/@refinedev/, /react-router/] } },
        },
      },
      { test: { name: 'fault', include: ['tests/fault/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['tests/{api,conformance}/**/*.test.ts'],
          globalSetup: [databases],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
