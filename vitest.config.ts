import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { words } from './providers/words.vite.ts'
import { keepCompiled } from './tests/support/compiled.ts'
import { workInMemory } from './tests/support/scratch.ts'

workInMemory()
keepCompiled()
const metered = './tests/support/cpu.setup.ts'
const databases = './tests/support/database.setup.ts'

/**
 * What is waited for comes; how soon is a matter of the machine and of what else it does. These limits only end what
 * hangs, so tests have none of their own.
 */
const patient = { testTimeout: 900_000, hookTimeout: 300_000, expect: { poll: { timeout: 180_000 } } }

/** Tests that kill servers mostly wait: begun first, they are over before the others are. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFault = ({ project }: TestSpecification) => project.name === 'fault'
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: FaultsFirst },
    tags: [{ name: 'full', description: 'runs in the full run only: `inFull` in tests/support/full.ts' }],
    // Who waits for a database or a server that starts leaves room for another, also on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // An outside service of the tests says that it is one.
    onConsoleLog: (log) => !log.startsWith('oidc-provider WARNING'),
    projects: [
      {
        plugins: [words()],
        test: {
          name: 'unit',
          // A process that a test starts takes its time on a machine that is busy with the others.
          testTimeout: 30_000,
          // Rules and tables leave nothing behind, in whatever order: what they import is read once a process.
          isolate: false,
          include: [
            '{contract,server,src,providers,resources,scripts,client}/**/*.test.{ts,tsx}',
            'tests/architecture/**/*.test.ts',
          ],
          server: { deps: { inline: [/@refinedev/, /react-router/] } },
        },
      },
      {
        test: {
          name: 'fault',
          ...patient,
          // The servers are processes of their own; what the files import is read once a process.
          isolate: false,
          include: ['tests/fault/**/*.test.ts'],
          globalSetup: ['./tests/support/started.setup.ts'],
          setupFiles: [metered],
        },
      },
      {
        test: {
          name: 'api',
          // A world is its own or as good as new: files that share a process find the sources read and warm, and servers and
          // databases made, which is most of their work.
          isolate: false,
          include: ['tests/{api,conformance}/**/*.test.ts'],
          globalSetup: [databases],
          setupFiles: [metered],
          ...patient,
        },
      },
    ],
  },
})
