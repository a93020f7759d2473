import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../scripts/build.ts'
import { startServer } from './server.ts'

/** Starts a server once: making a database and its schema is more than half of the work of a first start. */
export default async function setup(project: TestProject): Promise<() => void> {
  await buildIfStale()
  const server = await startServer()
  await server.end()
  // A database that had to be stored elsewhere is not in the folder.
  const isWhole = existsSync(join(server.dataDir, 'postgres', 'PG_VERSION'))
  project.provide('startedDataDir', isWhole ? server.dataDir : null)
  return () => rmSync(server.dataDir, { recursive: true, force: true })
}
